import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/browser/chromium.js';

const { CHAT_URL = 'http://127.0.0.1:3000' } = process.env;
/** A busy machine needs this long. Tests on an idle one end as soon as they can. */
const PATIENCE_MS = 60_000;

export default defineConfig({
  testDir: 'test/browser',
  outputDir: `../var/browser-${new URL(CHAT_URL).port}`,
  // Tests run one after the other: pages of one test would count another's messages, and most tests share a page.
  workers: 1,
  reporter: 'list',
  timeout: 5 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    launchOptions,
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    screenshot: 'only-on-failure',
  },
});

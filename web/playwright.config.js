import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/browser/chromium.js';

const { CHAT_URL = 'http://127.0.0.1:3000' } = process.env;
/** A machine that does much else is slow; a quick one does not wait. */
const PATIENCE_MS = 60_000;

export default defineConfig({
  testDir: 'test/browser',
  outputDir: `../var/browser-${new URL(CHAT_URL).port}`,
  // One after the other: what one test says, the pages of another would count, and one page serves most of them.
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

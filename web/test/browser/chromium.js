import { execSync } from 'node:child_process';
import { chromium } from 'playwright-core';

/** As root without a sandbox; the rest keeps Chromium from calling home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's own Chromium, without a window: where it is installed the build made for that, which costs half the CPU. */
export function launchChromium() {
  const executablePath = execSync('command -v chromium-headless-shell || command -v chromium', {
    encoding: 'utf8',
  }).trim();
  return chromium.launch({ executablePath, args: FLAGS });
}

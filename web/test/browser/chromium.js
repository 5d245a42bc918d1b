import { chromium } from '@playwright/test';
import { execSync } from 'node:child_process';

/** Starts the machine's own Chromium. The headless shell, if it is installed, costs half the CPU. */
export const launchOptions = {
  executablePath: execSync('command -v chromium-headless-shell || command -v chromium', { encoding: 'utf8' }).trim(),
  // Root needs --no-sandbox; the other flags stop Chromium's own network traffic.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const launchChromium = () => chromium.launch(launchOptions);

/** Converts a Cookie header to cookies of Playwright. @param {string} header @param {string} url */
export const cookiesIn = (header, url) =>
  header.split('; ').map((pair) => {
    const [name, ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });

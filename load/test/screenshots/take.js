import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../../web/test/browser/chromium.js';

// Takes the pictures of docs/screenshots from a report:
//   node load/test/screenshots/take.js REPORT.html [FOLDER]
const [report, folder = 'docs/screenshots'] = process.argv.slice(2);

const browser = await launchChromium();
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.resolve(report)).href);
  await page.waitForFunction('!document.querySelector("[data-chart]:empty:not(details:not([open]) *)")');
  const file = path.join(folder, colorScheme === 'light' ? 'report.png' : 'report-dark.png');
  if (colorScheme === 'dark') await page.locator('nav a').first().click();
  await page.screenshot({ path: file });
  console.log(file);
}
await browser.close();

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../../web/test/browser/chromium.js';

// Takes the pictures of docs/labs from the slides:
//   load/lab --slides SLIDES.html && node load/test/screenshots/takeSlides.js SLIDES.html [FOLDER]
const [slides, folder = 'docs/labs'] = process.argv.slice(2);
const PICTURES = /** @type {const} */ ([
  { slide: 'lab-6', file: 'slides-question.png', colorScheme: 'light' },
  { slide: 'lab-6-chart-1', file: 'slides-chart.png', colorScheme: 'light' },
  { slide: 'lab-9-seen', file: 'slides-seen-dark.png', colorScheme: 'dark' },
]);

const browser = await launchChromium();
for (const { slide, file, colorScheme } of PICTURES) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme, offline: true });
  const page = await context.newPage();
  await page.goto(`${pathToFileURL(path.resolve(slides)).href}#${slide}`);
  await page.waitForFunction('!document.querySelector("[data-chart]:empty")');
  await page.screenshot({ path: path.join(folder, file) });
  console.log(path.join(folder, file));
  await context.close();
}
const page = await browser.newPage();
await page.goto(`${pathToFileURL(path.resolve(slides)).href}#lab-1-chart-1`);
await page.waitForFunction('!document.querySelector("[data-chart]:empty")');
const [notes] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('n')]);
await notes.setViewportSize({ width: 900, height: 600 });
await notes.waitForSelector('article[data-shown]:has-text("Point")');
await notes.screenshot({ path: path.join(folder, 'slides-notes.png') });
console.log(path.join(folder, 'slides-notes.png'));
await browser.close();

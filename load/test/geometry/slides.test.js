import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readCourse } from '../../labs/course.js';
import { readRun } from '../../labs/savedRuns.js';
import { slidesPage } from '../../labs/slides/slidesPage.js';
import { launchChromium } from '../../../web/test/browser/chromium.js';
import { rememberDrawnText, textFaults } from './textFaults.js';
import { SIZES, WIDE_LETTERS } from './sizes.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-slides-'));
const file = path.join(folder, 'slides.html');
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  const course = await readCourse();
  fs.writeFileSync(file, await slidesPage(course.map((lab) => ({ lab, run: readRun(lab) }))));
  browser = await launchChromium(WIDE_LETTERS);
});
after(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true });
});

for (const { width, height } of SIZES) {
  test(`no text of a slide overlaps another, is cut or is smaller than 24 px at ${width} x ${height}`, async () => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.addInitScript(rememberDrawnText);
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction('!document.querySelector("[data-chart]:empty")');
    const ids = await page.locator('.slide').evaluateAll((slides) => slides.map(({ id }) => id));
    const found = [];
    for (const id of ids) {
      await page.waitForFunction((hash) => hash === 'start' || location.hash === `#${hash}`, id);
      for (const fault of await page.evaluate(textFaults, { within: `#${id}`, oneScreen: true, leastPx: 24 }))
        found.push(`${id}: ${fault}`);
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual(found, []);
  });
}

test('N opens the speaker notes in a window of their own, which follows the slides and leads them', async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  const count = await page.locator('.slide').count();
  const [notes] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('n')]);
  await notes.waitForSelector('article[data-shown]:has-text("1 / ")');
  assert.equal(await notes.locator('article').count(), count);
  for (const text of await notes.locator('article').allTextContents()) assert.match(text, /: .+[.?]/s);
  await page.keyboard.press('ArrowRight');
  await notes.waitForSelector('article[data-shown]:has-text("2 / "):has-text("Ask before you explain")');
  await notes.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash === '#labs');
  await notes.waitForSelector('article[data-shown]:has-text("3 / ")');
  assert.equal(await page.locator('aside:visible').count(), 0, 'the projector shows none of it');
});

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openBrowser, say, sees, unusedName, until } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

/** @param {import('playwright-core').Page} page */
const found = (page) => page.$$eval('.result-text', (rows) => rows.map((row) => row.textContent ?? ''));

/** Somebody who has said something that nobody else has. */
async function talked() {
  const page = await browser.enter();
  const word = unusedName('zebra').replaceAll('-', '');
  const texts = [`A ${word} in the garden`, 'something else', `Two ${word}s, Élan`];
  for (const text of texts) {
    await say(page, text);
    await sees(page, text);
  }
  return { page, word };
}

test('Ctrl and K search: what is found has its words marked, and choosing a message goes to it', async () => {
  const { page, word } = await talked();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(word.toUpperCase());
  await until(async () => (await found(page)).length === 2, 'two messages');
  assert.deepEqual(await found(page), [`Two ${word}s, Élan`, `A ${word} in the garden`]);
  assert.deepEqual(await page.$$eval('.result mark', (marks) => marks.map(({ textContent }) => textContent)), [
    word,
    word,
  ]);
  await page.keyboard.type(' elan');
  await until(async () => (await found(page)).length === 1, 'one message');
  await page.fill('#search-text', word);
  await until(async () => (await found(page)).length === 2, 'two again');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#search', { state: 'hidden' });
  assert.equal(await page.textContent('.row.linked .text'), `A ${word} in the garden`);
});

test('on a phone the search covers the conversation and stays inside the page', async () => {
  const page = await browser.enter(undefined, { viewport: { width: 360, height: 640 } });
  const word = unusedName('phone').replaceAll('-', '');
  await say(page, `${word} ${'w'.repeat(500)}`);
  await page.click('#search-toggle');
  await page.fill('#search-text', word);
  await until(async () => (await found(page)).length === 1, 'one message');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const [panel, behind] = await Promise.all(
    ['#search', '.conversation'].map(async (id) => (await page.$(id))?.boundingBox()),
  );
  assert.deepEqual(panel, behind);
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { liveApp } from '../../livePage/server/app.js';
import { startPrivateServer } from '../../../load/src/server/privateServer.js';
import { launchChromium } from '../../../web/test/browser/chromium.js';

const PATIENCE = { timeout: 60_000 };
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-live-'));
/** @type {Array<() => unknown>} the last one first */
const ends = [() => fs.rmSync(results, { recursive: true })];
/** @type {string} */
let address;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string[]} what the pages' consoles say that is wrong */
const faults = [];

before(async () => {
  const chat = await startPrivateServer('node', { env: { CHAT_LAB: '1', CHAT_LAB_WORKERS: '2', CHAT_LIMITS: 'off' } });
  ends.unshift(() => chat.stop());
  Object.assign(process.env, { CHAT_LOAD_USERS: '2', CHAT_LOAD_SECONDS: '2', CHAT_LOAD_RESULTS: results });
  const app = await liveApp({
    ...{ instance: 'of-nobody', addresses: { node: chat.url } },
    course: new URL('course/', import.meta.url),
  });
  address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/`;
  ends.unshift(() => app.close());
  browser = await launchChromium();
  ends.unshift(() => browser.close());
});
after(async () => {
  for (const end of ends) await end();
});

/** @param {'light' | 'dark'} colorScheme @param {string} view */
async function open(colorScheme, view) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  page.setDefaultTimeout(PATIENCE.timeout);
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address + view);
  return page;
}

/** @param {import('playwright-core').Page} page @param {string} [within] */
async function complaints(page, within = 'html') {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((where) => /** @type {any} */ (window).axe.run(where), within);
  return violations.map(
    (/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ one) => one.html).join()}`,
  );
}

test('a teacher starts Artillery by a button, and reads what came of it', async () => {
  faults.length = 0;
  const page = await open('light', '');
  await page.click('.press-buttons >> text="Load"');
  await page.waitForSelector('.press-buttons >> text=Stop load');
  await page.waitForSelector('.press-buttons >> text="Load"', { timeout: 5 * PATIENCE.timeout });
  await page.waitForSelector('.load-lines:has-text("lost")');
  assert.deepEqual(await complaints(page, '#view-minute'), [], 'after a load run');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.close();
  assert.deepEqual(faults, []);
});

test('a class keeps the loop busy by a button that leaves its mark, and compares a lab with what it predicted', async () => {
  faults.length = 0;
  const page = await open('light', '#minute');
  // Longer than a busy machine comes late to look at it.
  await page.fill('#press-ms', '6');
  await page.click('.press-buttons >> text=Compute');
  await page.waitForSelector('.lane-mark', { state: 'attached' });
  await page.waitForSelector('section[aria-label="Node.js loop"] .lane-busy[d*="V"]', { state: 'attached' });
  await page.waitForFunction(() =>
    /Compute 6 s, loops\d+\.\d s$/.test(`${document.querySelector('.presses li')?.textContent}`),
  );
  await page.check('input[name=where][value=worker]');
  // As long as may be, for a busy machine to see it in time.
  await page.fill('#press-ms', '10');
  await page.fill('#press-times', '3');
  await page.click('.press-buttons >> text=Wait');
  await page.waitForSelector('.presses li:has-text("0 of 3")');
  const small = await page
    .locator('#view-minute :is(label, button, h2, output, li, span):visible')
    .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)).filter((px) => px < 24));
  assert.deepEqual(small, []);
  assert.deepEqual(await complaints(page), [], 'the last minute');

  await page.keyboard.press('Home');
  await page.click('nav >> text=Labs');
  await page.waitForSelector('.lab-stage button:disabled >> text=Start');
  await page.check('input[name=prediction][value="0"]');
  await page.click('.lab-stage >> text=Start');
  await page.waitForSelector('.lab-step:has-text("waiting")');
  await page.close();

  // Whoever comes back sees the lab that is running, without having asked for it.
  const second = await open('dark', '');
  await second.waitForSelector('.lab-predicted:has-text("A: the first")');
  await second.click('.lab-stage >> text=Stop');
  await second.waitForSelector('.lab-step:has-text("Stopped")');
  assert.doesNotMatch(await second.content(), /It was asked to/, 'nobody is told what would have come');
  await second.click('.lab-stage >> text=Reset');
  await second.check('input[name=prediction][value="0"]');
  await second.check('input[name=short]');
  assert.deepEqual(await complaints(second, '#view-labs'), [], 'a prediction, dark');
  await second.click('.lab-stage >> text=Start');
  await second.waitForSelector('.lab-verdict:has-text("It came otherwise: B")');
  await second.waitForSelector('.lab-claim:has-text("Held: 10 times")');
  assert.deepEqual(await complaints(second, '#view-labs'), [], 'what came, dark');
  assert.deepEqual(faults, []);
});

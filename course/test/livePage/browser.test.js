import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { liveApp } from '../../livePage/app.js';
import { startFreshInstance } from '../../../load/src/server/instance.js';
import { launchChromium } from '../../../web/test/browser/chromium.js';

/** @import { Page } from 'playwright-core' */

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** @type {Array<() => unknown>} clean-ups, the last one registered first */
const ends = [];
/** @type {Page} the projector's page, which stays open */
let page;
/** @type {string[]} errors in the pages' consoles */
const faults = [];

before(async () => {
  const chat = await startFreshInstance('node', { embedded: true, env: { CHAT_LAB: '1', CHAT_LAB_WORKERS: '2' } });
  ends.unshift(() => chat.stop());
  const folder = fileURLToPath(new URL('labs/', import.meta.url));
  const app = await liveApp({ instance: chat.name, folder });
  const address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/`;
  ends.unshift(() => app.close());
  const browser = await launchChromium();
  ends.unshift(() => browser.close());
  page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address);
  await page.evaluate(axe);
});
afterEach(() => assert.deepEqual(faults.splice(0), []));
after(async () => {
  for (const end of ends) await end();
});

/** @returns {Promise<string[]>} axe's findings, and whether the page does not fit */
async function complaints() {
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  const fits = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
  });
  const found = violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
  return fits ? found : [...found, 'it does not fit'];
}

test('a class blocks the loop by a button, sees the block in the loop’s lane, and reads its duration', async () => {
  await page.fill('[name=seconds]', '1');
  await page.click('text="Compute"');
  await page.waitForSelector('.marks li:has-text("Compute 1 s, loops")');
  await page.waitForFunction(() => /\d s$/.test(`${document.querySelector('.marks .of-node')?.textContent}`));
  // The chart has the whole last minute, even if the page opens late.
  await page.waitForFunction(() => {
    const { series } = /** @type {any} */ (document.querySelector('.lanes')).option;
    const BUSY = 3;
    return series.at(-1).data.some((/** @type {number[]} */ [row, , , state]) => row === 0 && state === BUSY);
  });
  assert.deepEqual(await complaints(), []);
});

test('a class reads a QR code of each chat', async () => {
  await page.click('text="Room"');
  await page.waitForFunction(() => document.querySelector('img')?.naturalWidth);
  assert.deepEqual(await complaints(), []);
});

test('a class predicts a lab, stops it, runs it, and compares the result with the prediction', async () => {
  await page.click('text="Labs"');
  process.env.WAITS_MS = '600000';
  await page.click('text="Start"');
  assert.equal(await page.isVisible('text="Stop"'), false, 'a lab starts only with a prediction');
  await page.check('[name=prediction][value="0"]');
  await page.click('text="Start"');
  await page.waitForSelector('.step:has-text("waiting")');
  // A page that is opened during a lab shows that lab.
  await page.goto(page.url().split('#')[0]);
  await page.evaluate(axe);
  await page.waitForSelector('text="A: the first"');
  await page.click('text="Stop"');
  await page.waitForSelector('.step:has-text("Stopped")');
  assert.doesNotMatch(await page.content(), /It was asked to/, 'a stopped lab does not show its answer');
  await page.click('text="Reset"');
  await page.check('[name=prediction][value="1"]');
  process.env.WAITS_MS = '10';
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.click('text="Start"');
  await page.waitForSelector('.claim:has-text("a factor of 10")');
  await page.waitForSelector('.step:has-text("As predicted")');
  assert.deepEqual(await complaints(), []);
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveApp } from '../../livePage/server/app.js';
import { startPrivateServer } from '../../servers/privateServer.js';
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
  const chat = await startPrivateServer('node', { env: { CHAT_LAB: '1', CHAT_LAB_WORKERS: '2' } });
  ends.unshift(() => chat.stop());
  const { app, guard } = await liveApp({
    ...{ host: '127.0.0.1', token: null, results, instance: 'of-nobody', addresses: { node: chat.url } },
    course: new URL('course/', import.meta.url),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ends.unshift(() => app.close());
  address = guard.address();
  browser = await launchChromium();
  ends.unshift(() => browser.close());
});
after(async () => {
  for (const end of ends) await end();
});

/** @param {'light' | 'dark'} colorScheme @param {string} view @param {number} [choicesAfterMs] */
async function open(colorScheme, view, choicesAfterMs = 0) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  page.setDefaultTimeout(PATIENCE.timeout);
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.route('**/api/choices', async (route) => {
    await sleep(choicesAfterMs);
    await route.continue();
  });
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

test('a teacher starts a run, marks a change, loses the browser, comes back, stops, and has the report', async () => {
  faults.length = 0;
  /** @param {import('playwright-core').Page} page @param {string} name */
  const figure = (page, name) => page.locator(`output[aria-label^="${name}"]`);
  /** @param {import('playwright-core').Page} page @param {string} state */
  const comesTo = (page, state) =>
    page.waitForFunction((wanted) => document.body.dataset.state === wanted, state, PATIENCE);

  const first = await open('light', '#load');
  await first.waitForSelector('#start:enabled', PATIENCE);
  assert.deepEqual(
    await first
      .locator('input[name=target]:checked')
      .evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value)),
    ['node'],
  );
  assert.deepEqual(await complaints(first), [], 'before a run, light');
  await first.fill('#users', '0');
  await first.press('#users', 'Enter');
  await first.waitForSelector('#trouble:has-text("users: a whole number from 1")');
  assert.equal(await first.evaluate(() => document.activeElement?.id), 'users', 'the cursor is where it can be mended');
  // What was refused stands on the console as the browser's own line.
  faults.length = 0;

  // Longer than the slowest machine takes for all that follows.
  await first.fill('#seconds', '1200');
  await first.fill('#users', '3');
  await first.fill('#rate', '5');
  await first.press('#rate', 'Enter');
  await comesTo(first, 'running');
  await first.waitForFunction(() => document.querySelector('#panels output')?.textContent !== '–', null, PATIENCE);
  await first.keyboard.press('m');
  await first.keyboard.type('window off');
  await first.keyboard.press('Enter');
  await first.waitForSelector('#marks li:has-text("window off")');
  await first.close();

  // A page that comes in the middle knows the run before it knows what could be chosen.
  const second = await open('dark', '', 2000);
  await comesTo(second, 'running');
  await second.waitForSelector('#marks li:has-text("window off")');
  assert.match(`${await second.textContent('#what')}`, /^Steady, 3 users, 5 messages\/s each$/);
  assert.match(`${await second.textContent('#clock')}`, /^\d:\d\d of 20:00$/);
  const chart = second.locator('[role=slider][aria-label^="Acknowledged"]');
  await chart.press('Home');
  assert.match(`${await chart.getAttribute('aria-valuetext')}`, /^s 0, Node/, 'from its start');
  assert.match(`${await figure(second, 'Acknowledged').textContent()}`, /^\d+$/);
  const sizes = await second
    .locator('#panels output')
    .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  assert.ok(sizes.length === 8 && sizes.every((px) => px >= 24), `figures of ${sizes.join()} px`);
  assert.deepEqual(await complaints(second), [], 'while it runs, dark');
  assert.equal(await second.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const another = await second.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const plan = { targets: ['node'], scenario: 'steady', users: 1, rate: 1, seconds: 1 };
    return (await fetch('/api/run', { method: 'POST', headers, body: JSON.stringify(plan) })).status;
  });
  assert.equal(another, 409, 'one run at a time');
  faults.length = 0;

  await second.click('#stop');
  await comesTo(second, 'ended');
  await second.waitForSelector('.name:has-text("every message delivered")');
  assert.equal(await figure(second, 'Lost').textContent(), '0 · 0 · 0');
  const report = second.getByRole('link', { name: 'Report' });
  await report.waitFor(PATIENCE);
  assert.deepEqual(await complaints(second), [], 'after a run, dark');
  const [record] = fs
    .readdirSync(results)
    .map((run) => JSON.parse(fs.readFileSync(path.join(results, run, 'record-node.json'), 'utf8')));
  assert.deepEqual(
    record.marks.map((/** @type {any} */ { label }) => label),
    ['window off', 'stopped'],
  );
  assert.ok(record.seconds < 1200 && record.counts.sent === record.counts.acknowledged);
  const [opened] = await Promise.all([second.waitForEvent('popup'), report.click()]);
  await opened.waitForSelector('canvas', PATIENCE);
  assert.match(`${await opened.textContent('body')}`, /window off/);
  assert.deepEqual(faults, []);
});

test('a class sees who serves what, keeps the loop busy by a button that leaves its mark, and compares a lab with what it predicted', async () => {
  faults.length = 0;
  const page = await open('light', '#processes');
  await page.waitForSelector('.box:has-text("Event loop"):has-text("pid")');
  await page.waitForSelector('.box:has-text("2 threads")');
  assert.deepEqual(await complaints(page, '#view-processes'), [], 'who serves what');

  await page.click('nav >> text=Last minute');
  await page.fill('#press-ms', '0.7');
  await page.click('.press-buttons >> text=Compute');
  // A mark on the loop and on its workers.
  await page.waitForFunction(() => document.querySelectorAll('.lane-mark').length === 2);
  await page.waitForSelector('section[aria-label="Node.js loop"] .lane-busy[d*="V"]', { state: 'attached' });
  await page.waitForFunction(() =>
    /Compute 0\.7 s, loops\d+\.\d s$/.test(`${document.querySelector('.presses li')?.textContent}`),
  );
  await page.check('input[name=where][value=worker]');
  // As long as may be, for a busy machine to see it in time.
  await page.fill('#press-ms', '10');
  await page.fill('#press-times', '3');
  await page.click('.press-buttons >> text=Wait');
  await page.waitForSelector('.lane-doing:has-text("2 waiting, queue 1")');
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

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveApp } from '../../livePage/server/app.js';
import { startPrivateServer } from '../../servers/privateServer.js';
import { launchChromium } from '../../../web/test/browser/chromium.js';

const PATIENCE = { timeout: 60_000 };
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('a teacher starts a run, marks a change, loses the browser, comes back, stops, and has the report', async (t) => {
  const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-live-'));
  t.after(() => fs.rmSync(results, { recursive: true }));
  const chat = await startPrivateServer('node');
  t.after(() => chat.stop());
  const addresses = { node: chat.url };
  const { app, guard } = await liveApp({ host: '127.0.0.1', token: null, results, instance: 'of-nobody', addresses });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const browser = await launchChromium();
  t.after(() => browser.close());
  /** @type {string[]} */
  const faults = [];
  /** @param {'light' | 'dark'} colorScheme @param {number} [choicesAfterMs] */
  const open = async (colorScheme, choicesAfterMs = 0) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    page.setDefaultTimeout(PATIENCE.timeout);
    page.on('pageerror', (error) => faults.push(String(error.stack)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.route('**/api/choices', async (route) => {
      await sleep(choicesAfterMs);
      await route.continue();
    });
    await page.goto(guard.address());
    return page;
  };
  /** @param {import('playwright-core').Page} page */
  const complaints = async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
    return violations.map(
      (/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ one) => one.html).join()}`,
    );
  };
  /** @param {import('playwright-core').Page} page @param {string} name */
  const figure = (page, name) => page.locator(`output[aria-label^="${name}"]`);
  /** @param {import('playwright-core').Page} page @param {string} state */
  const comesTo = (page, state) =>
    page.waitForFunction((wanted) => document.body.dataset.state === wanted, state, PATIENCE);

  const first = await open('light');
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
  await first.waitForFunction(() => document.querySelector('output')?.textContent !== '–', null, PATIENCE);
  await first.keyboard.press('m');
  await first.keyboard.type('window off');
  await first.keyboard.press('Enter');
  await first.waitForSelector('#marks li:has-text("window off")');
  await first.close();

  // A page that comes in the middle knows the run before it knows what could be chosen.
  const second = await open('dark', 2000);
  await comesTo(second, 'running');
  await second.waitForSelector('#marks li:has-text("window off")');
  assert.match(`${await second.textContent('#what')}`, /^Steady, 3 users, 5 messages\/s each$/);
  assert.match(`${await second.textContent('#clock')}`, /^\d:\d\d of 20:00$/);
  const chart = second.locator('[role=slider][aria-label^="Acknowledged"]');
  await chart.press('Home');
  assert.match(`${await chart.getAttribute('aria-valuetext')}`, /^s 0, Node/, 'from its start');
  assert.match(`${await figure(second, 'Acknowledged').textContent()}`, /^\d+$/);
  const sizes = await second
    .locator('output')
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

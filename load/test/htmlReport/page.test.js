import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchChromium } from '../../../web/test/browser/chromium.js';
import { record } from './record.js';

const MAIN = fileURLToPath(new URL('../../reports/main.js', import.meta.url));

test('a report is one file that draws all its charts without network, in any theme and on paper', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const targets = ['node', 'laravel-workers'];
  const records = targets.flatMap((target, place) =>
    [10, 100].map((users) => record({ target, users, ackMs: place + 1, bound: users > 10, lost: place })),
  );
  for (const [place, one] of records.entries()) {
    fs.writeFileSync(path.join(folder, `${place}.json`), JSON.stringify(one));
  }
  const file = path.join(folder, 'out', 'report.html');
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, folder, '--html', file], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((name) => path.basename(name)),
    ['report.html', 'report.md'],
  );

  const browser = await launchChromium();
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true });
  const page = await context.newPage();
  // A busy machine is slow, not wrong.
  page.setDefaultTimeout(90_000);
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('request', (request) => request.url().startsWith('http') && faults.push(request.url()));
  await page.goto(pathToFileURL(file).href);

  // The first screen: what it comes to, a chart, and the failures.
  const screen = await page.evaluate(() =>
    ['.sentence.is-failed', '.first canvas', '.first tbody tr:first-child .failed'].map(
      (selector) => (document.querySelector(selector)?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight,
    ),
  );
  assert.deepEqual(screen, [true, true, true]);
  assert.ok((await page.locator('td.bound').count()) > 0, 'what the client set is hatched');

  await page.$$eval('details.run', (all) => all.forEach((details) => (details.open = true)));
  await page.waitForFunction(() => !document.querySelector('[data-chart]:empty'));
  const blank = await page.$$eval('[data-chart] canvas', (all) =>
    all
      .filter((canvas) => {
        const pen = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        const drawn = pen?.getImageData(0, 0, canvas.clientWidth, canvas.clientHeight).data ?? [];
        return !drawn.some((byte) => byte !== 0);
      })
      .map((canvas) => canvas.closest('figure')?.querySelector('.chart-title')?.textContent),
  );
  assert.deepEqual(blank, []);
  assert.equal(await page.locator('canvas').count(), await page.locator('[data-chart]').count());

  await page.locator('.first .chart-figures summary').press('Enter');
  await page.waitForSelector('.first .chart-figures td.bound');

  await page.evaluate(fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  for (const [colorScheme, rules] of /** @type {const} */ ([
    ['light', undefined],
    ['dark', ['color-contrast']],
  ])) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (runOnly) => /** @type {any} */ (window).axe.run(runOnly ? { runOnly } : {}),
      rules,
    );
    const found = violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`);
    assert.deepEqual(found, [], colorScheme);
  }

  // From a dark screen, paper is white all the same.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.$eval('body', (body) => getComputedStyle(body).backgroundColor), 'rgb(255, 255, 255)');
  assert.deepEqual(faults, []);
});

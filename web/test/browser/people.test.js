import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, unusedName, until, url } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

/** @param {import('playwright-core').Page} page */
const online = (page) => page.$$eval('.person-name', (names) => names.map((name) => name.textContent ?? ''));
/** @param {import('playwright-core').Page} page */
const count = async (page) => Number(await page.textContent('#people-count'));
/** @param {import('playwright-core').Page} page */
const notices = async (page) =>
  (await page.$$eval('.notice', (lines) => lines.map((line) => line.textContent ?? ''))).join(' ');

/** People of other tests may still come and go, so the count is held against the list. @param {import('playwright-core').Page} page */
const countsEachOnce = (page) =>
  until(async () => (await count(page)) === (await online(page)).length, 'a count of those listed');

test('who comes is listed, counted and announced; who leaves goes', async () => {
  const ann = await browser.enter();
  await pause(6000); // Nothing is announced for 5 s after joining.
  await ann.fill('#composer-text', 'somebody has to begin');
  await ann.press('#composer-text', 'Enter');
  await until(async () => (await count(ann)) >= 1, 'a count');
  const alone = await count(ann);
  const name = unusedName('bob');
  const bob = await browser.enter(name);
  await until(async () => (await online(ann)).includes(name), 'Bob in the list');
  await until(async () => (await count(ann)) === alone + 1, 'one more');
  await until(async () => (await online(bob)).length >= 2, 'both in his own list');
  await until(async () => (await notices(ann)).includes(`${name}\u2069 came in`), 'a notice that Bob came in');
  await bob.click('#leave');
  await until(async () => !(await online(ann)).includes(name), 'Bob gone from the list');
  assert.equal(await count(ann), alone);
  await until(async () => (await notices(ann)).includes(`${name}\u2069 left`), 'a notice that Bob left');
});

test('three tabs of one user are one person, who leaves with the last of them', async () => {
  const ann = await browser.enter();
  const name = unusedName('tabs');
  const first = await browser.enter(name);
  const tabs = [first];
  for (let i = 0; i < 2; i++) {
    const tab = await first.context().newPage();
    await tab.goto(url);
    await tab.waitForSelector('#chat[data-connection="joined"]');
    tabs.push(tab);
  }
  await until(async () => (await online(ann)).includes(name), 'the person in the list');
  assert.equal((await online(ann)).filter((one) => one === name).length, 1);
  await countsEachOnce(ann);
  await tabs[0].close();
  await tabs[1].close();
  await pause(4500); // Longer than the 3 s of grace and one window of presence.
  assert.ok((await online(ann)).includes(name), 'one tab is left');
  await countsEachOnce(ann);
  await tabs[2].close();
  await until(async () => !(await online(ann)).includes(name), 'the person gone with the last tab');
  await countsEachOnce(ann);
});

test('a reload is no leaving', async () => {
  const ann = await browser.enter();
  const name = unusedName('reload');
  const bob = await browser.enter(name);
  await until(async () => (await online(ann)).includes(name), 'Bob in the list');
  let missed = false;
  let awayMs = 0;
  const began = Date.now();
  const back = bob
    .reload()
    .then(() => bob.waitForSelector('#chat[data-connection="joined"]'))
    .then(() => (awayMs = Date.now() - began));
  while (Date.now() < began + 4500) {
    missed ||= !(await online(ann)).includes(name);
    await pause(50);
  }
  await back;
  // A machine that does much else may take longer over a reload than the 3 s of grace: then it is a leaving.
  assert.ok(!missed || awayMs > 3000, `missed, though back after ${awayMs} ms`);
});

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { ids, openBrowser, say, sees, unusedName, until } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
  await fillHistory();
});
afterEach(() => browser.leave());
after(() => browser.close());

/** So much history that two further pages have to be read; several people, since one may send 30 at once. */
async function fillHistory() {
  const needed = 260 - Math.max(0, ...(await ids(await browser.enter())));
  for (let sent = 0; sent < needed; sent += 30) {
    const page = await browser.enter();
    await page.evaluate(async (mark) => {
      for (let i = 0; i < 30; i++) {
        const body = JSON.stringify({ text: `${mark} line ${i}`, clientId: `${mark}-${i}` });
        await fetch('/messages', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      }
    }, unusedName('past'));
    await page.context().close();
  }
}

/** @param {import('playwright-core').Page} page */
const place = (page) =>
  page.$eval('#scroller', (box) => {
    const top = box.getBoundingClientRect().top;
    const row = [...box.querySelectorAll('.row[data-id]')].find((one) => one.getBoundingClientRect().bottom > top);
    return {
      id: row instanceof HTMLElement ? Number(row.dataset.id) : 0,
      top: row ? Math.round(row.getBoundingClientRect().top - top) : 0,
      left: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
    };
  });
/** @param {import('playwright-core').Page} page @param {number} pixels */
const scrollBy = async (page, pixels) => {
  await page.hover('#scroller');
  await page.mouse.wheel(0, pixels);
  await page.waitForTimeout(300);
};

test('the page opens at the newest message and stays there', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  await until(async () => (await ids(ann)).length >= 100, 'a page of history');
  assert.ok((await place(ann)).left <= 1);
  const text = unusedName('new');
  await say(bob, text);
  await sees(ann, text);
  assert.ok((await place(ann)).left <= 1);
  assert.equal(await ann.isVisible('#pill'), false);
});

test('who reads back is not moved by new messages, and a pill leads to them', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  await until(async () => (await ids(ann)).length >= 100, 'a page of history');
  await scrollBy(ann, -900);
  const before = await place(ann);
  assert.ok(before.left > 400);
  const text = unusedName('unseen');
  await say(bob, text);
  await say(bob, `${text} again`);
  await until(async () => (await ann.textContent('#pill')).includes('2 new messages'), 'the pill counting two');
  const now = await place(ann);
  assert.deepEqual([now.id, now.top], [before.id, before.top]);
  assert.match(await ann.title(), /^\(2\) /);
  await ann.click('#pill');
  await until(async () => (await place(ann)).left <= 1, 'the newest message in sight');
  assert.equal(await ann.isVisible('#pill'), false);
  await until(async () => !/^\(/.test(await ann.title()), 'nothing unread');
});

test('scrolling up reads older messages down to the first, without a jump, a hole or a double', async () => {
  const ann = await browser.enter();
  await until(async () => (await ids(ann)).length >= 100, 'a page of history');
  await scrollBy(ann, -600);
  for (let i = 0; i < 60 && (await ids(ann))[0] !== 1; i++) {
    const before = await place(ann);
    const rows = (await ids(ann)).length;
    await ann.evaluate(() => document.getElementById('scroller')?.scrollBy(0, -300));
    await ann.waitForTimeout(150);
    const after = await place(ann);
    if ((await ids(ann)).length > rows) assert.ok(before.id - after.id < 30, `jumped from ${before.id} to ${after.id}`);
  }
  const all = await ids(ann);
  assert.equal(all[0], 1);
  all.forEach((id, index) => assert.equal(id, all[0] + index));
  assert.equal(await ann.isVisible('#beginning'), true);
});

test('a link to a message leads there from anywhere in the history, a time is such a link, and what it does not find is told', async () => {
  const ann = await browser.enter();
  const text = unusedName('linked');
  await say(ann, text);
  await sees(ann, text);
  const link = await ann.locator('.row[data-id]', { hasText: text }).locator('a.time').getAttribute('href');
  const id = Number(/#m(\d+)$/.exec(link ?? '')?.[1]);

  await ann.evaluate(() => (location.hash = '#m5'));
  await ann.waitForSelector('.row.linked[data-id="5"]');
  const inSight = () =>
    ann.$eval('.row.linked', (row) => {
      const [box, frame] = [row, /** @type {Element} */ (row.closest('#scroller'))].map((one) =>
        one.getBoundingClientRect(),
      );
      return box.top >= frame.top && box.bottom <= frame.bottom;
    });
  assert.ok(await inSight());
  const all = await ids(ann);
  all.forEach((one, index) => assert.equal(one, all[0] + index));
  await ann.goto(String(link));
  await ann.reload();
  await ann.waitForSelector(`.row.linked[data-id="${id}"]`);
  await ann.evaluate(() => (location.hash = '#m999999999'));
  await until(async () => /no message 999999999/.test((await ann.textContent('#composer-error')) ?? ''), 'a word');
  await until(async () => (await place(ann)).left <= 1, 'still at the newest');
  await ann.evaluate(() => (location.hash = '#m120'));
  await ann.waitForSelector('.row.linked[data-id="120"]');
  await ann.click('#pill');
  await until(async () => (await place(ann)).left <= 1, 'the newest message in sight again');
});

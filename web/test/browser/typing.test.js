import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openBrowser, sees, unusedName, until } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

/** @param {import('playwright-core').Page} page */
const line = async (page) => ((await page.isHidden('#typing')) ? '' : await page.textContent('#typing'));
/** @param {import('playwright-core').Page} page */
const boxes = (page) =>
  Promise.all(
    ['#scroller', '.composer-box', '#typing'].map(async (id) =>
      JSON.stringify(await (await page.$(id))?.boundingBox()),
    ),
  );

for (const [where, viewport] of /** @type {const} */ ([
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 360, height: 640 }],
])) {
  test(`who writes is named below the text field until it is sent, and nothing moves: ${where}`, async () => {
    const name = unusedName('bob');
    const [ann, bob] = [await browser.enter(undefined, { viewport }), await browser.enter(name)];
    const before = await boxes(ann);
    await bob.fill('#composer-text', 'I am still thinking');
    await until(async () => (await line(ann)) === `${name} is writing`, 'that Bob writes');
    const during = await boxes(ann);
    assert.deepEqual(during.slice(0, 2), before.slice(0, 2));
    assert.notEqual(during[2], 'null');
    assert.equal(await line(bob), '', 'Bob is not told of himself');
    assert.equal(await ann.getAttribute('#typing', 'aria-live'), 'off');
    await bob.press('#composer-text', 'Enter');
    await sees(ann, 'I am still thinking');
    await until(async () => (await line(ann)) === '', 'that nobody writes');
  });
}

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { logIn, openBrowser, say, sees, texts, unusedName, until } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

test('two people read each other, in the same order', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  const mark = unusedName('talk');
  await say(ann, `${mark} one`);
  await sees(bob, `${mark} one`);
  await say(bob, `${mark} two`);
  await sees(ann, `${mark} two`);
  await say(ann, `${mark} three`);
  await sees(bob, `${mark} three`);
  await sees(ann, `${mark} three`);
  const expected = ['one', 'two', 'three'].map((word) => `${mark} ${word}`);
  for (const page of [ann, bob]) {
    assert.deepEqual(
      (await texts(page)).filter((text) => text.startsWith(mark)),
      expected,
    );
  }
});

test('text is text: neither markup nor script comes alive', async () => {
  const eve = await browser.enter();
  const ann = await browser.enter();
  const dialogs = [];
  for (const page of [eve, ann]) page.on('dialog', (dialog) => dialogs.push(dialog.message()) && dialog.dismiss());
  const text = `<script>alert(1)</script><img src="x" onerror="alert(2)"><b style="color:red">bold</b> &amp; ${unusedName()}`;
  await say(eve, text);
  await sees(ann, text);
  assert.equal(await ann.locator('#log script, #log img, #log b').count(), 0);
  const mark = unusedName('links');
  const annsName = await ann.textContent('#whoami');
  const hostile = 'javascript:alert(3) https://a.test@b.test/ https://c.test/"onclick="alert(4)';
  await say(eve, `${mark} ${hostile} \`<i>code</i>\` @${annsName}!`);
  const row = ann.locator('.row[data-id]', { hasText: mark });
  await row.waitFor();
  const links = await row
    .locator('.text a')
    .evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel'), a.getAttribute('onclick')]));
  assert.deepEqual(links, [['https://c.test/', 'noopener noreferrer nofollow', null]]);
  assert.equal(await row.locator('code').textContent(), '<i>code</i>');
  assert.equal(await row.locator('mark').textContent(), `@${annsName}`);
  assert.equal(await eve.locator('.row[data-id] mark').count(), 0, 'it was Ann who was meant');
  assert.deepEqual(dialogs, []);
});

test('a right-to-left name or text does not turn its surroundings round', async () => {
  const ann = await browser.enter(unusedName('\u05e9\u05dc\u05d5\u05dd').replace(/[a-z]/g, '\u05e9'));
  const text = `\u05e9\u05dc\u05d5\u05dd ${unusedName()}`;
  await say(ann, text);
  await sees(ann, text);
  const row = ann.locator('.row[data-id]', { hasText: text });
  assert.equal(await row.locator('.text').evaluate((node) => getComputedStyle(node).direction), 'rtl');
  for (const part of ['bdi.name', 'p.text'])
    assert.equal(await row.locator(part).evaluate((node) => getComputedStyle(node).unicodeBidi), 'isolate', part);
});

test('the Enter that ends an input method’s word does not send', async () => {
  const ann = await browser.enter();
  await ann.focus('#composer-text');
  const devtools = await ann.context().newCDPSession(ann);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await ann.dispatchEvent('#composer-text', 'keydown', {
    key: 'Enter',
    isComposing: true,
    bubbles: true,
    cancelable: true,
  });
  await ann.dispatchEvent('#composer-text', 'keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
  assert.equal(await ann.locator('.row.own').count(), 0);
  assert.equal(await ann.inputValue('#composer-text'), 'にほん');
  await devtools.send('Input.insertText', { text: 'にほん' });
  await ann.keyboard.press('Enter');
  await until(async () => (await ann.locator('.row.own[data-id]').count()) === 1, 'the message, once the word is done');
});

test('white space alone is not sent, and too long a text is kept and explained', async () => {
  const ann = await browser.enter();
  await say(ann, '   ');
  assert.equal(await ann.locator('.row.own').count(), 0);
  const long = 'é'.repeat(2001);
  await say(ann, long);
  assert.match((await ann.textContent('#composer-error')) ?? '', /at most 2000 characters/);
  assert.equal(await ann.inputValue('#composer-text'), long);
  await say(ann, long.slice(1));
  await sees(ann, long.slice(1));
});

test('a message of someone else makes a sound, one’s own and a muted page none; the mute is remembered', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  const notes = () => ann.evaluate(() => /** @type {any} */ (window).notesPlayed);
  await ann.click('#composer-text');
  await say(ann, unusedName('own'));
  await until(async () => (await ann.locator('.row.own[data-id]').count()) === 1, 'the own message');
  assert.equal(await notes(), 0);
  await say(bob, unusedName('sound'));
  await until(async () => (await notes()) > 0, 'a sound');
  await ann.click('#mute');
  await ann.reload();
  await ann.waitForSelector('#chat[data-connection="joined"]');
  assert.equal(await ann.getAttribute('#mute', 'aria-pressed'), 'true');
  await ann.click('#composer-text');
  const text = unusedName('hush');
  await say(bob, text);
  await sees(ann, text);
  assert.equal(await notes(), 0);
});

test('a page out of sight counts what it missed in its title, and shows where that begins until one answers', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  const title = await ann.title();
  await hide(ann, true);
  const missed = ['first', 'second'].map((word) => unusedName(word));
  await say(bob, missed[0]);
  await say(bob, missed[1]);
  await until(async () => (await ann.title()) === `(2) ${title}`, 'the count of two in the title');
  await hide(ann, false);
  await until(async () => (await ann.title()) === title, 'the plain title');
  await until(async () => (await ann.locator('.news').count()) === 1, 'a line above what is new');
  assert.equal(await ann.locator('.news + .row .text').textContent(), missed[0]);
  assert.equal(await ann.locator('.news + .row .by').count(), 1, 'with its author');
  await ann.focus('#scroller');
  const answer = unusedName('answer');
  await ann.keyboard.type(answer);
  assert.equal(await ann.inputValue('#composer-text'), answer, 'what is typed while one reads goes to the text field');
  await ann.keyboard.press('Enter');
  await sees(ann, answer);
  await ann.locator('.news').waitFor({ state: 'detached' });
});

test('a window in sight without the focus counts too', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  const title = await ann.title();
  await focus(ann, false);
  await say(bob, unusedName('unseen'));
  await until(async () => (await ann.title()) === `(1) ${title}`, 'the count of one in the title');
  await focus(ann, true);
  await until(async () => (await ann.title()) === title, 'the plain title');
});

test('what was today is yesterday on a page that is left open over midnight', async () => {
  const ann = await browser.newPage({}, (page) => page.clock.install());
  await logIn(ann, unusedName());
  const text = unusedName('late');
  await say(ann, text);
  await sees(ann, text);
  assert.equal(await ann.locator('.day').last().textContent(), 'Today');
  await ann.clock.setSystemTime(Date.now() + 24 * 3600_000);
  await ann.clock.runFor(61_000);
  await until(async () => (await ann.locator('.day').last().textContent()) === 'Yesterday', 'the day line renamed');
});

/** @param {import('playwright-core').Page} page @param {boolean} focused */
async function focus(page, focused) {
  await page.evaluate((now) => {
    document.hasFocus = () => now;
    dispatchEvent(new Event(now ? 'focus' : 'blur'));
  }, focused);
}

/** @param {import('playwright-core').Page} page @param {boolean} hidden */
async function hide(page, hidden) {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (now ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

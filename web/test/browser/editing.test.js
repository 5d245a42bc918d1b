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

/** @param {import('playwright-core').Page} page @param {string} text */
const rowOf = (page, text) => page.locator('.row[data-id]', { hasText: text });

test('ArrowUp in an empty field edits the last own message: Escape leaves it, Enter saves it for everybody', async () => {
  const [ann, bob] = [await browser.enter(), await browser.enter()];
  const [first, second] = [unusedName('tehre'), unusedName('there')];
  await say(ann, first);
  await sees(bob, first);
  await say(bob, unusedName('other'));
  await until(async () => (await texts(ann)).length >= 2, "Bob's message");
  await ann.press('#composer-text', 'ArrowUp');
  assert.equal(await ann.inputValue('#composer-text'), first);
  await ann.fill('#composer-text', 'given up');
  await ann.keyboard.press('Escape');
  assert.equal(await ann.inputValue('#composer-text'), '');
  await ann.keyboard.press('ArrowUp');
  await ann.fill('#composer-text', second);
  await ann.keyboard.press('Enter');
  for (const page of [ann, bob]) {
    await sees(page, second);
    assert.match((await rowOf(page, second).getAttribute('class')) ?? '', /edited/);
    assert.ok(!(await texts(page)).includes(first));
  }
  await ann.waitForSelector('#composer-editing', { state: 'hidden' });
  assert.equal(await ann.inputValue('#composer-text'), '');
});

test('an edit and the draft beside it survive a refusal, a reload and a session that ended', async () => {
  const name = unusedName();
  const ann = await browser.enter(name);
  const text = unusedName('mine');
  await say(ann, text);
  await sees(ann, text);
  await ann.fill('#composer-text', 'half a sentence');
  await rowOf(ann, text).hover();
  await rowOf(ann, text).getByRole('button', { name: 'Edit' }).click();
  await ann.fill('#composer-text', '   ');
  await ann.keyboard.press('Enter');
  assert.match((await ann.textContent('#composer-error')) ?? '', /needs some text/);
  assert.equal(await ann.getAttribute('#composer-text', 'aria-invalid'), 'true');
  await ann.fill('#composer-text', `${text} again`);
  await ann.route('**/messages/*', (route) => route.abort());
  await ann.keyboard.press('Enter');
  await until(async () => /cannot be reached/.test((await ann.textContent('#composer-error')) ?? ''), 'a word');
  await ann.unroute('**/messages/*');
  await ann.reload();
  await ann.waitForSelector('#chat[data-connection="joined"]');
  assert.equal(await ann.inputValue('#composer-text'), `${text} again`);
  await ann.evaluate(() =>
    fetch('/logout', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  );
  await ann.waitForSelector('#login:not([hidden])');
  await logIn(ann, name);
  assert.equal(await ann.inputValue('#composer-text'), `${text} again`);
  await ann.press('#composer-text', 'Enter');
  await sees(ann, `${text} again`);
  await until(async () => (await ann.inputValue('#composer-text')) === 'half a sentence', 'the draft');
});

test('Delete asks once; what is deleted is a quiet line for everybody, and stays one', async () => {
  const [ann, bob] = [await browser.enter(), await browser.enter()];
  const text = unusedName('one');
  await say(ann, text);
  await sees(bob, text);
  await rowOf(bob, text).hover();
  assert.equal(await rowOf(bob, text).getByRole('button', { name: 'Delete' }).count(), 0, "another's message");
  const row = rowOf(ann, text);
  const id = await row.getAttribute('data-id');
  await row.hover();
  ann.once('dialog', (dialog) => dialog.dismiss());
  await row.getByRole('button', { name: 'Delete' }).click();
  await sees(ann, text);
  ann.once('dialog', (dialog) => dialog.accept());
  await row.getByRole('button', { name: 'Delete' }).press('Enter');
  for (const page of [ann, bob]) await page.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  await bob.reload();
  await bob.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  assert.ok(!(await texts(bob)).includes(text));
});

test('who was away sees what was edited and deleted meanwhile', async () => {
  const [ann, bob] = [await browser.enter(), await browser.enter()];
  const [one, two, edited] = [unusedName('one'), unusedName('two'), unusedName('edited')];
  for (const text of [one, two]) await say(ann, text);
  await sees(bob, two);
  await bob.context().setOffline(true);
  await bob.locator('#banner').waitFor();
  await ann.press('#composer-text', 'ArrowUp');
  await ann.fill('#composer-text', edited);
  await ann.keyboard.press('Enter');
  await sees(ann, edited);
  const id = await rowOf(ann, one).getAttribute('data-id');
  await rowOf(ann, one).hover();
  ann.once('dialog', (dialog) => dialog.accept());
  await rowOf(ann, one).getByRole('button', { name: 'Delete' }).click();
  await ann.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  await bob.context().setOffline(false);
  await sees(bob, edited);
  await bob.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  assert.ok(!(await texts(bob)).some((text) => [one, two].includes(text)));
});

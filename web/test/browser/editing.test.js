import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { openBrowser, say, sees, texts, unusedName, until } from './browser.js';

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
  await ann.focus('#composer-text');
  await ann.keyboard.press('ArrowUp');
  const field = ann.getByRole('textbox', { name: 'Edit your message' });
  assert.equal(await field.inputValue(), first);
  await field.fill('given up');
  await ann.keyboard.press('Escape');
  assert.equal(await ann.locator('.message-editor').count(), 0);
  assert.equal(await ann.evaluate(() => document.activeElement?.id), 'composer-text');
  await ann.keyboard.press('ArrowUp');
  await field.fill(second);
  await ann.keyboard.press('Enter');
  for (const page of [ann, bob]) {
    await sees(page, second);
    assert.equal(
      await rowOf(page, second)
        .getAttribute('class')
        .then((it) => it?.includes('edited')),
      true,
    );
    assert.ok(!(await texts(page)).includes(first));
  }
  await ann.locator('.message-editor').waitFor({ state: 'detached' });
});

test('an edit that the server refuses says why, and what was typed stays', async () => {
  const ann = await browser.enter();
  const text = unusedName('mine');
  await say(ann, text);
  await sees(ann, text);
  await ann.keyboard.press('ArrowUp');
  const field = ann.getByRole('textbox', { name: 'Edit your message' });
  await field.fill('   ');
  await ann.keyboard.press('Enter');
  assert.match((await ann.textContent('#message-editor-error')) ?? '', /needs some text/);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await ann.route('**/messages/*', (route) => route.abort());
  await field.fill(`${text} again`);
  await ann.keyboard.press('Enter');
  await until(() => ann.textContent('#message-editor-error'), 'a word about it');
  assert.equal(await field.inputValue(), `${text} again`);
  await ann.unroute('**/messages/*');
  await ann.keyboard.press('Enter');
  await sees(ann, `${text} again`);
});

test('Delete asks once, by mouse and by keyboard; what is deleted is a quiet line for everybody, and stays one', async () => {
  const [ann, bob] = [await browser.enter(), await browser.enter()];
  const [one, two] = [unusedName('one'), unusedName('two')];
  for (const text of [one, two]) await say(ann, text);
  await sees(bob, two);
  const theirs = rowOf(bob, one);
  await theirs.hover();
  assert.equal(await theirs.getByRole('button', { name: 'Delete' }).isVisible(), false, "another's message");
  const row = rowOf(ann, one);
  const id = await row.getAttribute('data-id');
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Keep' }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  let answer = () => {};
  const answered = new Promise((resolve) => (answer = () => resolve(undefined)));
  await ann.route(`**/messages/${id}`, (route) => answered.then(() => route.continue()));
  await row.getByRole('group', { name: 'Delete this message?' }).getByRole('button', { name: 'Delete' }).click();
  await rowOf(ann, two).hover();
  answer();
  for (const page of [ann, bob]) await page.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  await until(async () => (await ann.textContent('#announce')) === 'Deleted.', 'a word for who sees nothing');
  assert.equal(await rowOf(ann, two).locator('.message-done').textContent(), '', 'at another message than was deleted');
  await ann.mouse.move(0, 0); // the tools go where the mouse is
  await ann.focus('#composer-text');
  const id2 = await rowOf(ann, two).getAttribute('data-id');
  await ann.keyboard.press('Alt+ArrowUp');
  await rowOf(ann, two).getByRole('button', { name: 'Delete' }).press('Enter');
  await ann.keyboard.press('Escape');
  await ann.keyboard.press('Enter');
  await ann.keyboard.press('Shift+Tab');
  await ann.keyboard.press('Enter');
  await bob.locator(`.row.deleted[data-id="${id2}"]`).waitFor();
  assert.match((await ann.evaluate(() => document.activeElement?.className)) ?? '', /row/);
  await bob.reload();
  for (const each of [id, id2]) await bob.locator(`.row.deleted[data-id="${each}"]`).waitFor();
  assert.ok(!(await texts(bob)).some((text) => [one, two].includes(text)));
});

test('who was away sees what was edited and deleted meanwhile', async () => {
  const [ann, bob] = [await browser.enter(), await browser.enter()];
  const [one, two, edited] = [unusedName('one'), unusedName('two'), unusedName('edited')];
  for (const text of [one, two]) await say(ann, text);
  await sees(bob, two);
  await bob.context().setOffline(true);
  await bob.locator('#banner').waitFor();
  await ann.focus('#composer-text');
  await ann.keyboard.press('ArrowUp');
  await ann.getByRole('textbox', { name: 'Edit your message' }).fill(edited);
  await ann.keyboard.press('Enter');
  await sees(ann, edited);
  const id = await rowOf(ann, one).getAttribute('data-id');
  await rowOf(ann, one).hover();
  await rowOf(ann, one).getByRole('button', { name: 'Delete' }).click();
  await rowOf(ann, one).getByRole('group').getByRole('button', { name: 'Delete' }).click();
  await ann.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  await bob.context().setOffline(false);
  await sees(bob, edited);
  await bob.locator(`.row.deleted[data-id="${id}"]`).waitFor();
  assert.ok(!(await texts(bob)).some((text) => [one, two].includes(text)));
});

test('axe finds nothing to complain of in the editor, the question and a deleted message', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const ann = await browser.enter(undefined, { reducedMotion: 'reduce' });
  for (const text of ['gone', 'asked', 'edited']) {
    await say(ann, text);
    await sees(ann, text);
  }
  const own = (/** @type {string} */ text) => ann.locator('.row.own[data-id]', { hasText: text });
  await own('gone').hover();
  await own('gone').getByRole('button', { name: 'Delete' }).click();
  await own('gone').getByRole('group').getByRole('button', { name: 'Delete' }).click();
  await ann.locator('.row.own.deleted').waitFor();
  await own('asked').hover();
  await own('asked').getByRole('button', { name: 'Delete' }).click();
  await ann.focus('#composer-text');
  await ann.keyboard.press('ArrowUp');
  await ann.getByRole('textbox', { name: 'Edit your message' }).fill(' ');
  await ann.keyboard.press('Enter');
  await ann.evaluate(axe);
  for (const media of /** @type {const} */ ([{ colorScheme: 'light' }, { colorScheme: 'dark' }])) {
    await ann.emulateMedia(media);
    const { violations } = await ann.evaluate(() => /** @type {any} */ (window).axe.run());
    assert.deepEqual(
      violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`),
      [],
    );
  }
});

import { expect, joined, logIn, rows, say, sees, test, unused } from './chat.js';

/** @typedef {import('./chat.js').Page} Page */

/** Presses a button of the message's row. @param {Page} page @param {string} text @param {string} name */
async function press(page, text, name) {
  await rows(page, text).hover();
  await rows(page, text).getByRole('button', { name }).click();
}

/** @param {Page} page @param {string} text */
async function edit(page, text) {
  await page.fill('#composer-text', text);
  await page.keyboard.press('Enter');
}

test('ArrowUp in an empty field edits the last own message: Escape leaves it, Enter saves it', async ({ ann, bob }) => {
  const field = ann.locator('#composer-text');
  const [first, other, second] = [unused(), unused(), unused()];
  await say(ann, first);
  await sees(ann, first);
  await bob.say(other);
  await sees(ann, other);
  await field.press('ArrowUp');
  await expect(field).toHaveValue(first);
  await field.fill('given up');
  await ann.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await ann.keyboard.press('ArrowUp');
  await edit(ann, second);
  await expect(rows(ann, second)).toHaveClass(/edited/);
  await expect(rows(ann, first)).toHaveCount(0);
  await expect(ann.locator('#composer-editing')).toBeHidden();
  await expect(field).toHaveValue('');
});

test('an edit and the draft beside it survive a refusal, a reload and a session that ended', async ({
  server,
  newPage,
}) => {
  const person = await server.person();
  const ann = await newPage({ cookie: person.cookie });
  const field = ann.locator('#composer-text');
  const error = ann.locator('#composer-error');
  const text = unused();
  await say(ann, text);
  await sees(ann, text);
  await field.fill('half a sentence');
  await press(ann, text, 'Edit');
  await edit(ann, '   ');
  await expect(error).toContainText('needs some text');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await ann.route('**/messages/*', (route) => route.abort());
  await edit(ann, `${text} again`);
  await expect(error).toContainText('cannot be reached');
  await ann.unroute('**/messages/*');
  await ann.reload();
  await joined(ann);
  await expect(field).toHaveValue(`${text} again`);
  await person.logOut();
  await expect(ann.locator('#login')).toBeVisible();
  await logIn(ann, person.login);
  await expect(field).toHaveValue(`${text} again`);
  await field.press('Enter');
  await sees(ann, `${text} again`);
  await expect(field).toHaveValue('half a sentence');
});

test('Delete asks once; what is deleted is a quiet line for everybody, and stays one', async ({ ann, enter }) => {
  const bob = await enter();
  const text = unused();
  await say(ann, text);
  await sees(bob, text);
  await expect(rows(bob, text).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  const id = await rows(ann, text).getAttribute('data-id');
  ann.once('dialog', (dialog) => dialog.dismiss());
  await press(ann, text, 'Delete');
  await sees(ann, text);
  ann.once('dialog', (dialog) => dialog.accept());
  await press(ann, text, 'Delete');
  for (const page of [ann, bob]) await expect(page.locator(`.row.deleted[data-id="${id}"]`)).toBeVisible();
  await bob.reload();
  await expect(bob.locator(`.row.deleted[data-id="${id}"]`)).toBeVisible();
  await expect(rows(bob, text)).toHaveCount(0);
});

test('who was away sees what was edited and deleted meanwhile', { tag: '@wire' }, async ({ ann, bob }) => {
  const [one, two, edited] = [unused(), unused(), unused()];
  const [{ id: first }, { id: second }] = [(await bob.say(one)).json.message, (await bob.say(two)).json.message];
  await sees(ann, two);
  await ann.context().setOffline(true);
  await expect(ann.locator('#banner')).toBeVisible();
  await bob.remove(first);
  await bob.edit(second, edited);
  await ann.context().setOffline(false);
  await sees(ann, edited);
  for (const text of [one, two]) await expect(rows(ann, text)).toHaveCount(0);
});

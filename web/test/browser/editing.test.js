import { expect, joined, logIn, press, rows, say, sees, test, unused } from './chat.js';

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
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await field.press('ArrowUp');
  await say(ann, second);
  await expect(rows(ann, second)).toHaveClass(/edited/);
  await expect(rows(ann, first)).toHaveCount(0);
  await expect(ann.locator('#composer-above')).toHaveCount(0);
  await expect(field).toHaveValue('');
});

test(
  'an edit and the draft survive a refusal, a reload and a session that ends elsewhere',
  { tag: '@wire' },
  async ({ server, newPage }) => {
    const person = await server.person();
    const text = unused();
    await person.say(text);
    const ann = await newPage({ cookie: person.cookie });
    const field = ann.locator('#composer-text');
    const error = ann.locator('#composer-error');
    await sees(ann, text);
    await field.fill('half a sentence');
    await press(ann, text, 'Edit');
    await say(ann, '   ');
    await expect(error).toContainText('needs some text');
    await ann.route('**/messages/*', (route) => route.abort());
    await say(ann, `${text} again`);
    await expect(error).toContainText('did not answer');
    await ann.unroute('**/messages/*');
    await ann.reload();
    await joined(ann);
    await expect(field).toHaveValue(`${text} again`);
    await person.logOut();
    await expect(ann.locator('#login-note')).toContainText('session has ended');
    await logIn(ann, person.login);
    await expect(field).toHaveValue(`${text} again`);
    await field.press('Enter');
    await sees(ann, `${text} again`);
    await expect(field).toHaveValue('half a sentence');
  },
);

test('Delete asks once, only for own messages; a deleted message becomes a quiet line', async ({ ann, bob }) => {
  const [own, other] = [unused(), unused()];
  await say(ann, own);
  await sees(ann, own);
  const { id } = (await bob.say(other)).json.message;
  await expect(rows(ann, other).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  ann.once('dialog', (dialog) => dialog.dismiss());
  await press(ann, own, 'Delete');
  await sees(ann, own);
  const deleted = ann.locator(`.row.deleted[data-id="${await rows(ann, own).getAttribute('data-id')}"]`);
  ann.once('dialog', (dialog) => dialog.accept());
  await press(ann, own, 'Delete');
  await expect(deleted).toBeVisible();
  await bob.remove(id);
  await expect(ann.locator(`.row.deleted[data-id="${id}"]`)).toHaveText(/Message deleted/);
});

test('a reply shows author and text of the earlier message, survives a reload as a draft, and leads there', async ({
  ann,
  bob,
}) => {
  const [question, answer] = [unused(), unused()];
  const { name } = bob.user;
  const { id } = (await bob.say(`${question}\nand more`)).json.message;
  await press(ann, `${question}\nand more`, 'Reply');
  await expect(ann.locator('#composer-above')).toHaveText(new RegExp(`Reply to ${name} ${question}\\s+Cancel`));
  await ann.reload();
  await say(ann, answer);
  await expect(ann.locator('#composer-above')).toHaveCount(0);
  await sees(ann, answer);
  const quote = rows(ann, answer).locator('.quote');
  await expect(quote).toHaveText(new RegExp(`${name}\\s+${question}\\s*$`));
  await quote.click();
  await expect(ann.locator('.row.linked')).toHaveAttribute('data-id', String(id));
  await bob.remove(id);
  await expect(quote).toContainText('Message deleted');
});

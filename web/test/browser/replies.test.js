import { expect, rows, say, sees, test, unused } from './chat.js';

/** @param {import('./chat.js').Page} page @param {string} text */
async function reply(page, text) {
  await rows(page, text).hover();
  await rows(page, text).getByRole('button', { name: 'Reply' }).click();
}

test('a reply shows who and what it replies to, over a reload and for everybody, and leads there', async ({
  ann,
  enter,
}) => {
  const bob = await enter();
  const [question, answer] = [unused(), unused()];
  await say(ann, `${question}\nand more`);
  await reply(bob, `${question}\nand more`);
  const name = String(await ann.textContent('#whoami'));
  await expect(bob.locator('#composer-reply')).toHaveText(new RegExp(`Reply to ${name} ${question}\\s+Cancel`));
  await bob.reload();
  await say(bob, answer);
  await expect(bob.locator('#composer-reply')).toHaveCount(0);
  for (const page of [ann, bob]) {
    await sees(page, answer);
    await expect(rows(page, answer).locator('.quote')).toHaveText(new RegExp(`${name}\\s+${question}\\s*$`));
  }
  await rows(bob, answer).locator('.quote').click();
  await expect(bob.locator('.row.linked .text')).toContainText(question);
  const id = await bob.locator('.row.linked').getAttribute('data-id');
  ann.once('dialog', (dialog) => dialog.accept());
  await ann.locator(`.row[data-id="${id}"]`).hover();
  await ann.locator(`.row[data-id="${id}"]`).getByRole('button', { name: 'Delete' }).click();
  await expect(rows(bob, answer).locator('.quote')).toContainText('Message deleted');
});

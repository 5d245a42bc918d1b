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

test('a reply can be dropped, and one to a message that is not loaded says so and leads to it', async ({
  server,
  ann,
  bob,
}) => {
  const [question, answer] = [unused(), unused()];
  await bob.say(question);
  await reply(ann, question);
  await ann.keyboard.press('Escape');
  await expect(ann.locator('#composer-reply')).toHaveCount(0);
  // The page opens with the newest 100.
  const { id } = (await bob.say('first')).json.message;
  for (let i = 0; i < 4; i++) {
    const person = await server.person();
    for (let n = 0; n < 28; n++) await person.say(`line ${n}`);
  }
  await bob.say(answer, undefined, id);
  await ann.reload();
  const quote = rows(ann, answer).locator('.quote');
  await expect(quote).toContainText('An earlier message, not loaded');
  await quote.click();
  await expect(ann.locator('.row.linked')).toHaveAttribute('data-id', String(id));
});

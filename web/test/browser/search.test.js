import { expect, say, sees, test, unused } from './chat.js';

test('Ctrl and K search: what is found has its words marked, and choosing a message goes to it', async ({ ann }) => {
  const word = unused();
  const texts = [`A ${word} in the garden`, 'something else', `Two ${word}s, Élan`];
  for (const text of texts) await say(ann, text);
  await sees(ann, texts[2]);
  const found = ann.locator('.result-text');
  await ann.keyboard.press('Control+k');
  await ann.keyboard.type(word.toUpperCase());
  await expect(found).toHaveText([texts[2], texts[0]]);
  await expect(ann.locator('.result mark')).toHaveText([word, word]);
  await ann.keyboard.type(' elan');
  await expect(found).toHaveText([texts[2]]);
  await ann.fill('#search-text', word);
  await expect(found).toHaveCount(2);
  await ann.keyboard.press('ArrowDown');
  await ann.keyboard.press('ArrowDown');
  await ann.keyboard.press('Enter');
  await expect(ann.locator('#search')).toBeHidden();
  await expect(ann.locator('.row.linked .text')).toHaveText(texts[0]);
});

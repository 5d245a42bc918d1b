import { expect, joined, rows, say, sees, test, unused } from './chat.js';

test('no markup or script of a text runs; links and code show; Hebrew does not reorder the line', async ({
  ann,
  server,
}) => {
  const bob = await server.person(`שלום ${Date.now()}`);
  const dialogs = [];
  ann.on('dialog', (dialog) => dialogs.push(dialog.message()) && dialog.dismiss());
  const text = `<script>alert(1)</script><img src="x" onerror="alert(2)"><b style="color:red">bold</b> &amp; ${unused()}`;
  await bob.say(text);
  await sees(ann, text);
  await expect(ann.locator('#log :is(script, img, b)')).toHaveCount(0);
  const mark = unused();
  const hostile = 'javascript:alert(3) https://a.test@b.test/ https://c.test/"onclick="alert(4)';
  await bob.say(`${mark} ${hostile} \`<i>code</i>\``);
  const row = ann.locator('.row[data-id]', { hasText: mark });
  const link = row.locator('.text a');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://c.test/');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(row.locator('code')).toHaveText('<i>code</i>');
  const fromTheRight = `שלום ${mark}`;
  await bob.say(fromTheRight);
  await expect(rows(ann, fromTheRight).locator('.text')).toHaveCSS('direction', 'rtl');
  for (const part of ['bdi', 'p.text'])
    await expect(rows(ann, fromTheRight).locator(part)).toHaveCSS('unicode-bidi', 'isolate');
  expect(dialogs).toEqual([]);
});

test('Enter that ends a word of an input method does not send', async ({ ann }) => {
  const text = `にほん ${unused()}`;
  const field = ann.locator('#composer-text');
  await field.focus();
  const devtools = await ann.context().newCDPSession(ann);
  await devtools.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    await field.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how });
  await expect(field).toHaveValue(text);
  await expect(rows(ann, text)).toHaveCount(0);
  await devtools.send('Input.insertText', { text });
  await ann.keyboard.press('Enter');
  await sees(ann, text);
});

test('a text of only white space is not sent, and a text that is too long is kept and explained', async ({ ann }) => {
  await say(ann, '   ');
  const long = 'é'.repeat(2001);
  await say(ann, long);
  await expect(ann.locator('#composer-error')).toContainText('at most 2000 characters');
  await expect(ann.locator('#composer-text')).toHaveValue(long);
  await say(ann, long.slice(1));
  await expect(ann.locator('.row.own').last()).toHaveText(/é{2000}/);
});

test('a message of another user makes a sound, an own message and a muted page none; the mute is remembered', async ({
  ann,
  bob,
}) => {
  const notes = () => ann.evaluate(() => window.notesPlayed);
  const [own, loud, hushed] = [unused(), unused(), unused()];
  // A page makes at most one sound in 1.5 s; a reload forgets earlier sounds.
  await ann.reload();
  await joined(ann);
  await ann.click('#composer-text');
  await say(ann, own);
  await sees(ann, own);
  expect(await notes()).toBe(0);
  await bob.say(loud);
  await expect.poll(notes).toBeGreaterThan(0);
  await ann.click('#mute');
  await ann.reload();
  await joined(ann);
  await expect(ann.locator('#mute')).toHaveAttribute('aria-pressed', 'true');
  await ann.click('#composer-text');
  await bob.say(hushed);
  await sees(ann, hushed);
  expect(await notes()).toBe(0);
  await ann.click('#mute');
});

test('a page out of sight or focus counts missed messages, and marks the first one until the user answers', async ({
  ann,
  bob,
}) => {
  const title = await ann.title();
  const [first, second, answer] = [unused(), unused(), unused()];
  for (const away of [hide, blur]) {
    await away(ann, true);
    await bob.say(first);
    await bob.say(second);
    await expect(ann).toHaveTitle(`(2) ${title}`);
    await away(ann, false);
    await expect(ann).toHaveTitle(title);
    await expect(ann.locator('.first-new + .row .text')).toHaveText(first);
    await expect(ann.locator('.first-new + .row .by')).toHaveCount(1);
  }
  // Typing while reading goes to the text field.
  await ann.focus('#scroller');
  await ann.keyboard.type(answer);
  await ann.keyboard.press('Enter');
  await sees(ann, answer);
  await expect(ann.locator('.first-new')).toHaveCount(0);
});

test('Ctrl K searches: results have their words marked, and choosing a message goes to it', async ({ ann, bob }) => {
  const word = unused();
  const texts = [`A ${word} in the garden`, 'something else', `Two ${word}s, Élan`];
  for (const text of texts) await bob.say(text);
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
  await ann.click(`.result:has-text("${texts[0]}")`);
  await expect(ann.locator('#search')).toBeHidden();
  await expect(ann.locator('.row.linked .text')).toHaveText(texts[0]);
});

async function blur(page, away) {
  await page.evaluate((now) => {
    document.hasFocus = () => !now;
    dispatchEvent(new Event(now ? 'blur' : 'focus'));
  }, away);
}

async function hide(page, away) {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (now ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
}

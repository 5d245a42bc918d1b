import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { emoji, expectError, expectStatus, trimmedCharacters } from '../suite/expect.js';

/** Stored and read back as expected. @param {import('../suite/person.js').Person} person @param {string} text @param {string} [stored] */
async function expectStored(person, text, stored = text) {
  const answer = await person.say(text);
  expectStatus(answer, 201);
  const { message } = answer.json;
  assert.equal(message.text, stored);
  const { messages } = await person.page(`after=${message.id - 1}&limit=1`);
  assert.deepEqual(messages, [message]);
}

export const checks = [
  check('a text of exactly 2000 characters is fine, 2001 are text_too_long', async (t) => {
    const person = await t.person();
    await expectStored(person, 'x'.repeat(2000));
    expectError(await person.say('x'.repeat(2001)), 'text_too_long', 'text');
  }),

  check('the characters of a text are code points: 2000 emoji are fine, 2001 too long', async (t) => {
    const person = await t.person();
    await expectStored(person, emoji(2000));
    expectError(await person.say(emoji(2001)), 'text_too_long', 'text');
  }),

  check('combining marks count each, for a text is not normalised', async (t) => {
    const person = await t.person();
    await expectStored(person, 'e\u0301'.repeat(1000));
    expectError(await person.say(`${'e\u0301'.repeat(1000)}x`), 'text_too_long', 'text');
  }),

  check('white space counts to the length of a text, for it is not trimmed', async (t) => {
    const person = await t.person();
    await expectStored(person, `${' '.repeat(1000)}${'x'.repeat(1000)}`);
    expectError(await person.say(`${' '.repeat(1001)}${'x'.repeat(1000)}`), 'text_too_long', 'text');
  }),

  check('CRLF becomes LF before the text is counted', async (t) => {
    const person = await t.person();
    await expectStored(person, 'one\r\ntwo\nthree', 'one\ntwo\nthree');
    await expectStored(person, `${'x'.repeat(1998)}\r\ny`, `${'x'.repeat(1998)}\ny`);
  }),

  check('a text that is missing, null or empty is empty_text', async (t) => {
    const person = await t.person();
    expectError(await person.post('/messages', { clientId: 'c' }), 'empty_text', 'text');
    expectError(await person.say(null), 'empty_text', 'text');
    expectError(await person.say(''), 'empty_text', 'text');
  }),

  check('a text of nothing but white space is empty_text, each kind of it', async (t) => {
    const person = await t.person();
    const allowed = trimmedCharacters.filter(
      (character) => character === '\t' || character === '\n' || character > ' ',
    );
    for (const text of ['   ', '\n\n', '\r\n', '\t', allowed.join('')]) {
      expectError(await person.say(text), 'empty_text', 'text');
    }
  }),

  check('a text of white space with control characters that trimming takes off is empty_text', async (t) => {
    const person = await t.person();
    expectError(await person.say(' \r\v\f '), 'empty_text', 'text');
  }),

  check('a text that is no string is text_invalid', async (t) => {
    const person = await t.person();
    for (const text of [7, 0, true, false, [], ['a'], {}, { text: 'a' }]) {
      expectError(await person.say(text), 'text_invalid', 'text');
    }
  }),

  check('a control character other than tab and newline is text_invalid', async (t) => {
    const person = await t.person();
    for (const character of ['\0', '\x01', '\b', '\v', '\f', '\r', '\x1b', '\x1f', '\x7f', '\x80', '\x85', '\x9f']) {
      expectError(await person.say(`a${character}b`), 'text_invalid', 'text');
    }
  }),

  check('tab and newline are fine in a text', async (t) => {
    await expectStored(await t.person(), 'a\tb\nc');
  }),

  check('a lone CR is text_invalid', async (t) => {
    const person = await t.person();
    expectError(await person.say('a\rb'), 'text_invalid', 'text');
    expectError(await person.say('a\r\r\nb'), 'text_invalid', 'text');
  }),

  check('a text that is too long and has a control character is text_invalid', async (t) => {
    const person = await t.person();
    expectError(await person.say(`${'x'.repeat(2500)}\0`), 'text_invalid', 'text');
  }),

  check('the text is checked before the clientId', async (t) => {
    const person = await t.person();
    expectError(await person.say('', ''), 'empty_text', 'text');
    expectError(await person.post('/messages', {}), 'empty_text', 'text');
  }),

  check('white space around a text is stored as sent', async (t) => {
    await expectStored(await t.person(), '  \n indented\t\n\u3000');
  }),

  check('a text is not normalised', async (t) => {
    const person = await t.person();
    await expectStored(person, 'e\u0301 \u00e9 \ufb01 \u212b');
  }),

  check('emoji of many code points, flags and skin tones come back as sent', async (t) => {
    await expectStored(await t.person(), '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ❤️ 🫠');
  }),

  check('right-to-left text and bidirectional marks come back as sent', async (t) => {
    await expectStored(await t.person(), 'שלום עולם \u202bمرحبا\u202c \u2066a\u2069 \u200fb');
  }),

  check('zero-width characters are ordinary: a text of them alone is stored', async (t) => {
    const person = await t.person();
    for (const text of ['\u200b', '\u200d\u200c', '\u2060', '\u180e']) await expectStored(person, text);
  }),

  check('noncharacters, private use and the last code point come back as sent', async (t) => {
    await expectStored(await t.person(), '\ufffe\uffff\ue000\u{10fffd}\u{10ffff}\ufffd');
  }),

  check('a text that looks like markup, SQL or JSON comes back as sent', async (t) => {
    await expectStored(
      await t.person(),
      `<script>alert(1)</script> &amp; '; DROP TABLE messages; -- "\\u0041" {"$gt":""} %00 \\0`,
    );
  }),

  check('a lone surrogate in a text is 400 bad_json and nothing is stored', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const headers = { 'content-type': 'application/json' };
    const body = '{"text":"half \\ud83d","clientId":"half"}';
    expectError(await person.get('/messages', { method: 'POST', headers, body }), 'bad_json');
    const stored = await person.catchUp(id);
    assert.ok(!stored.some(({ user, clientId }) => user.id === person.user.id && clientId === 'half'));
  }),
];

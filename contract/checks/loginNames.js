import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectStatus, trimmedCharacters } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });

export const checks = [
  check('white space around a login is trimmed off', async (t) => {
    const login = freshLogin();
    const first = await enter(t, `  ${login}\t\n`);
    expectStatus(first, 201);
    assert.equal(first.json.user.name, login);
    expectStatus(await enter(t, ` ${login}`), 200);
  }),

  check('every character that ECMAScript trims is trimmed off a login', async (t) => {
    assert.equal(trimmedCharacters.length, 25);
    const login = freshLogin();
    const answer = await enter(t, trimmedCharacters.join('') + login + trimmedCharacters.join(''));
    expectStatus(answer, 201);
    assert.equal(answer.json.user.name, login);
  }),

  check('characters that ECMAScript does not trim stay in a login', async (t) => {
    for (const kept of ['\u200b', '\u180e', '\u2060', '\u200e']) {
      const login = `${freshLogin()}${kept}`;
      const answer = await enter(t, login);
      expectStatus(answer, 201);
      assert.equal(answer.json.user.name, login);
    }
  }),

  check('a login is in NFC: composed and decomposed name one user', async (t) => {
    const stem = freshLogin();
    const first = await enter(t, `${stem}e\u0301`);
    expectStatus(first, 201);
    assert.equal(first.json.user.name, `${stem}\u00e9`);
    const second = await enter(t, `${stem}\u00e9`);
    expectStatus(second, 200);
    assert.equal(second.json.user.id, first.json.user.id);
  }),

  check('NFC is not NFKC: a ligature or a wide letter is a name of its own', async (t) => {
    const stem = freshLogin();
    for (const end of ['fi', '\ufb01', '\uff46\uff49']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('logins differ by case', async (t) => {
    const stem = freshLogin();
    expectStatus(await enter(t, `${stem}Ann`), 201);
    expectStatus(await enter(t, `${stem}ann`), 201);
  }),

  check('logins differ by accent, and by what other collations call equal', async (t) => {
    const stem = freshLogin();
    for (const end of ['e', 'é', 'ß', 'ss', 'i', 'ı', 'İ', 'う', 'ゔ']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('logins differ by a zero-width character and by an emoji', async (t) => {
    const stem = freshLogin();
    for (const end of ['ab', 'a\u200bb', 'a\u{1F600}', 'a\u{1F601}', 'a\ufe0f']) {
      expectStatus(await enter(t, stem + end), 201);
    }
  }),

  check('a right-to-left login and one with a bidirectional mark are fine', async (t) => {
    for (const name of ['שלום', 'مرحبا', '\u202eabc', '\u2067x\u2069']) {
      const login = `${name}${freshLogin('r')}`;
      assert.equal((await enter(t, login)).json.user?.name, login);
    }
  }),
];

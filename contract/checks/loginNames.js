import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus, trimmedCharacters } from '../suite/expect.js';
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

  check(
    'characters that ECMAScript does not trim stay at the end of a login, where they are login_invalid',
    async (t) => {
      for (const kept of ['\u200b', '\u180e', '\u2060', '\u200e']) {
        expectError(await enter(t, `${freshLogin()}${kept}`), 'login_invalid', 'login');
      }
    },
  ),

  check('a login is in NFC: composed and decomposed name one user', async (t) => {
    const stem = freshLogin();
    const first = await enter(t, `${stem}e\u0301`);
    expectStatus(first, 201);
    assert.equal(first.json.user.name, `${stem}\u00e9`);
    const second = await enter(t, `${stem}\u00e9`);
    expectStatus(second, 200);
    assert.equal(second.json.user.id, first.json.user.id);
  }),

  check('NFC is not NFKC: a digit that is raised or in a circle is a name of its own', async (t) => {
    const stem = freshLogin();
    for (const end of ['2', '\u00b2', '\u2461']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('logins differ by case', async (t) => {
    const stem = freshLogin();
    expectStatus(await enter(t, `${stem}Ann`), 201);
    expectStatus(await enter(t, `${stem}ann`), 201);
  }),

  check('logins differ by accent, and by what other collations call equal', async (t) => {
    const stem = freshLogin();
    for (const end of ['e', 'é', 'ß', 'ss', 'i', 'İ', 'う', 'ゔ']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('logins differ by an emoji', async (t) => {
    const stem = freshLogin();
    for (const end of ['a', 'a\u{1F600}', 'a\u{1F601}']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('a login in any script is fine', async (t) => {
    for (const name of ['שלום', 'مرحبا', 'สวัสดี', 'हिन्दी', '한국', '中文', 'Ελλη', 'Žluť']) {
      const login = `${name}${freshLogin('r')}`;
      assert.equal((await enter(t, login)).json.user?.name, login);
    }
  }),
];

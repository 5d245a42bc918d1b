import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { emoji, expectError, expectStatus, trimmedCharacters } from '../suite/expect.js';
import { freshLogin, PASSWORD, Person } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });

/** A fresh login of exactly so many code points. @param {number} characters @param {string} filler one code point */
const loginOf = (characters, filler = 'x') => {
  const stem = freshLogin('n');
  return stem + filler.repeat(characters - [...stem].length);
};

export const checks = [
  check('an unknown login registers: 201 with the user', async (t) => {
    const login = freshLogin();
    const answer = await enter(t, login);
    expectStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.json), ['user']);
    assert.deepEqual(Object.keys(answer.json.user).sort(), ['id', 'name']);
    assert.equal(answer.json.user.name, login);
  }),

  check('a user id is a string of 1 to 64 characters', async (t) => {
    const { user } = await t.person();
    assert.equal(typeof user.id, 'string');
    assert.ok(user.id.length >= 1 && user.id.length <= 64);
  }),

  check('a known login with its password is 200 with the same user', async (t) => {
    const login = freshLogin();
    const first = await enter(t, login);
    const second = await enter(t, login);
    expectStatus(second, 200);
    assert.deepEqual(second.json, first.json);
  }),

  check('two users have two ids', async (t) => {
    const [ann, bob] = await t.people(2);
    assert.notEqual(ann.user.id, bob.user.id);
  }),

  check('a wrong password is 401 wrong_password', async (t) => {
    const { login } = await t.person();
    expectError(await enter(t, login, 'something else'), 'wrong_password', 'password');
  }),

  check('a wrong password is 401 also for somebody who is logged in', async (t) => {
    const person = await t.person();
    const answer = await person.post('/login', { login: person.login, password: 'something else' });
    expectError(answer, 'wrong_password', 'password');
    expectStatus(await person.get('/me'), 200);
  }),

  check('a refused login gives no session', async (t) => {
    const { login } = await t.person();
    for (const answer of [await enter(t, login, 'something else'), await enter(t, '', '')]) {
      const cookie = answer.cookies.map((line) => line.split(';')[0]).join('; ');
      expectError(await t.call('/me', { cookie: cookie || undefined }), 'not_logged_in');
    }
  }),

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

  check('a login of exactly 32 characters is fine, 33 are login_too_long', async (t) => {
    expectStatus(await enter(t, loginOf(32)), 201);
    expectError(await enter(t, loginOf(33)), 'login_too_long', 'login');
  }),

  check('the characters of a login are code points: 32 with emoji are fine, 33 too long', async (t) => {
    expectStatus(await enter(t, loginOf(32, '\u{1F600}')), 201);
    expectError(await enter(t, loginOf(33, '\u{1F600}')), 'login_too_long', 'login');
  }),

  check('combining marks count: a login of 32 clusters and 33 code points is too long', async (t) => {
    // x with a ring has no composed form, so NFC leaves two code points.
    expectError(await enter(t, `${loginOf(32)}\u030a`), 'login_too_long', 'login');
  }),

  check('a login is counted after trimming and NFC', async (t) => {
    const login = `${loginOf(31)}e\u0301`;
    assert.equal([...login].length, 33);
    expectStatus(await enter(t, `   ${login}   `), 201);
  }),

  check('a login that is missing, null or empty is empty_field', async (t) => {
    expectError(await t.post('/login', { password: PASSWORD }), 'empty_field', 'login');
    expectError(await enter(t, null), 'empty_field', 'login');
    expectError(await enter(t, ''), 'empty_field', 'login');
  }),

  check('a login of nothing but white space is empty_field', async (t) => {
    for (const login of [' ', '\t\n\r', '\u00a0\u3000\ufeff']) {
      expectError(await enter(t, login), 'empty_field', 'login');
    }
  }),

  check('a login that is no string is login_invalid', async (t) => {
    for (const login of [7, 0, true, false, [], ['a'], {}, { toString: 'a' }]) {
      expectError(await enter(t, login), 'login_invalid', 'login');
    }
  }),

  check('a control character inside a login is login_invalid', async (t) => {
    for (const character of ['\0', '\x01', '\t', '\n', '\r', '\x1f', '\x7f', '\x80', '\x85', '\x9f']) {
      expectError(await enter(t, `an${character}n`), 'login_invalid', 'login');
    }
  }),

  check('a control character at the end of a login is login_invalid unless it is white space', async (t) => {
    for (const character of ['\0', '\x85', '\x1c', '\x7f']) {
      expectError(await enter(t, `ann${character}`), 'login_invalid', 'login');
    }
  }),

  check('a login with a control character that is also too long is login_invalid', async (t) => {
    expectError(await enter(t, `${emoji(40)}\0`), 'login_invalid', 'login');
  }),

  check('the login is checked before the password', async (t) => {
    expectError(await enter(t, '', ''), 'empty_field', 'login');
    expectError(await enter(t, loginOf(33), ''), 'login_too_long', 'login');
    expectError(await enter(t, 7, 7), 'login_invalid', 'login');
  }),

  check('one login registered 8 times at once is one user', async (t) => {
    const login = freshLogin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(t, login)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201]);
    assert.equal(new Set(answers.map(({ json }) => json.user.id)).size, 1);
  }),

  check('of two passwords for a new login at the same time one wins', async (t) => {
    const login = freshLogin();
    const answers = await Promise.all(['one', 'two'].map((password) => enter(t, login, password)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401]);
    const winner = answers[0].status === 201 ? 'one' : 'two';
    assert.ok(await Person.enter(t.server, login, winner));
  }),
];

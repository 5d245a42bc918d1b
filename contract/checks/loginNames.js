import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus, trimmedCharacters } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });

/** A fresh end of a login in any script. */
const freshDigits = () => freshLogin('').replaceAll(/\D/g, '7');

/** A few of each kind of what shows nothing: format, ignorable, unassigned, private use, separators, blanks. */
const UNSEEN =
  '\u00ad\u034f\u061c\u115f\u200b\u200d\u200f\u202e\u2066\ufffc\u2800\u3164\ufe0f\ue000\u{10ffff}\u0378\u{e0041}';

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

  check('a login is in letters of one script, digits, spaces and a few signs', async (t) => {
    const digits = freshDigits();
    for (const name of [
      'Ann Lee',
      "O'Neill",
      'd’Arc',
      'J._-R.',
      'Žluť',
      'Ελλη',
      'Юля',
      'שלום',
      'مرحبا',
      'สวัสดี',
      'हिन्दी',
      '한국',
      '中文',
    ])
      assert.equal((await enter(t, `${name} ${digits}`)).json.user?.name, `${name} ${digits}`);
  }),

  check('Chinese, Japanese and Korean names may be of the scripts that each of these languages mixes', async (t) => {
    const digits = freshDigits();
    for (const name of ['高橋ひろみ', 'サトウ花子ー', '金민수', '王ㄨㄤ'])
      assert.equal((await enter(t, `${name} ${digits}`)).json.user?.name, `${name} ${digits}`);
    expectError(await enter(t, `ひろ민 ${digits}`), 'login_invalid', 'login');
  }),

  check('a new login of two scripts, or with any other character, is login_invalid', async (t) => {
    const stem = freshLogin('');
    for (const name of [
      '\u0410dmin',
      'Annα',
      'ann😀',
      'ann@x',
      'a/b',
      '<b>',
      'a\u00a0b',
      'a\u0662',
      '\u00b2',
      '\u02bc',
    ])
      expectError(await enter(t, `${name}${stem}`), 'login_invalid', 'login');
  }),

  check('what shows nothing in a new login is login_invalid', async (t) => {
    for (const character of UNSEEN) {
      expectError(await enter(t, `ann${character}${freshLogin('u')}`), 'login_invalid', 'login');
      expectError(await enter(t, character), 'login_invalid', 'login');
    }
  }),

  check('logins that differ by case or by compatibility forms name one user, under the name registered', async (t) => {
    const stem = freshLogin();
    for (const [name, ...others] of [
      [`${stem}Ann`, `${stem}ann`, `${stem}ANN`.toUpperCase(), `${stem}\uff21nn`],
      [`Straße ${stem}`, `STRASSE ${stem}`],
    ]) {
      const first = await enter(t, name);
      expectStatus(first, 201);
      for (const other of others) {
        const again = await enter(t, other);
        expectStatus(again, 200);
        assert.deepEqual(again.json, first.json);
        expectError(await enter(t, other, 'something else'), 'wrong_password', 'password');
      }
    }
  }),

  check('logins differ by accent', async (t) => {
    const stem = freshLogin();
    for (const end of ['e', 'é', 'ë']) expectStatus(await enter(t, stem + end), 201);
  }),

  check('of logins that differ by case and are registered at once one is registered', async (t) => {
    const stem = freshLogin();
    const answers = await Promise.all(['cleo', 'Cleo', 'CLEO', 'cLEO'].map((name) => enter(t, stem + name)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(answers.map(({ json }) => json.user.id)).size, 1);
  }),
];

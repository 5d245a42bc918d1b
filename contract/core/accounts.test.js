import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { call, logIn, expectError, freshLogin, person } from '../harness/underTest.js';
import { cookiesOf } from '../harness/client.js';
import { vectors } from '../harness/vectors.js';

/** Makes twelve digits, which the rules allow after letters of every script. */
const digits = () => String(randomInt(1e11, 1e12 / 4)).padStart(12, '7');

/** All spellings of a row are one name. */
const SAME_NAMES = [
  ['Ann', 'ann', 'ANN', '\uff21nn'],
  ['Straße', 'STRASSE', '\ufb06raße'],
  ['σοφός', 'ΣΟΦΌΣ', 'σοφόσ'],
  ['カナ', '\uff76\uff85'],
];

test('an unused login is registered: 201 with a new user; with its password it answers 200 with the same', async () => {
  const [login, other] = [freshLogin(), freshLogin()];
  const { status, json } = await logIn({ login });
  assert.deepEqual([status, json.user.name], [201, login]);
  assert.notEqual((await logIn({ login: other })).json.user.id, json.user.id);
  const again = await logIn({ login });
  assert.deepEqual([again.status, again.json.user], [200, json.user]);
});

test('a wrong password answers 401, starts no session and leaves the current one', async () => {
  const ann = await person();
  for (const cookie of [undefined, ann.cookie]) {
    const answer = await logIn({ login: ann.login, password: 'something else' }, cookie);
    expectError(answer, 'wrong_password', 'password');
    expectError(await call('GET', '/me', { cookie: cookiesOf(answer) }), 'not_logged_in');
  }
  assert.equal((await ann.get('/me')).status, 200);
});

test('with "register": false an unused login answers 404 and stays free; a known one logs in', async () => {
  const login = freshLogin();
  expectError(await logIn({ login, register: false }), 'login_unknown', 'login');
  assert.equal((await logIn({ login })).status, 201);
  assert.equal((await logIn({ login, register: false })).status, 200);
});

test('logins that differ by case or compatibility forms name one user, who keeps the registered name', async () => {
  for (const [name, ...others] of SAME_NAMES) {
    const stem = digits();
    const { user } = await person(`${name} ${stem}`);
    for (const other of others.map((one) => `${one} ${stem}`)) {
      assert.deepEqual((await logIn({ login: other })).json.user, user, other);
      expectError(await logIn({ login: other, password: 'something else' }), 'wrong_password', 'password');
    }
  }
  const stem = digits();
  const different = await Promise.all(['Ann', 'Ánn', 'An n', 'Анн'].map((name) => person(`${name} ${stem}`)));
  assert.equal(new Set(different.map(({ user }) => user.id)).size, different.length);
});

test('if a login is registered many times at once, also in other case, one password wins', async () => {
  const stem = freshLogin();
  const names = ['cleo', 'Cleo', 'CLEO', 'cleo'];
  const answers = await Promise.all(names.map((name, i) => logIn({ login: stem + name, password: `the ${i}th` })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401]);
});

test('the server accepts or refuses every login and password as vectors.json says', async (t) => {
  for (const field of ['login', 'password'])
    for (const { what, sent, stored, error } of vectors(field, digits))
      await t.test(what, async () => {
        const answer = await logIn({ [field]: undefined, ...sent });
        if (error) return expectError(answer, error, field);
        assert.equal(answer.status, 201, answer.text);
        if (field === 'login') assert.equal(answer.json.user.name, stored);
      });
});

test('every byte of a password counts: the last of 72, spaces, case, composition', async (t) => {
  for (const [right, wrong] of [
    [`${'x'.repeat(71)}a`, `${'x'.repeat(71)}b`],
    ['  ', '   '],
    [' sesame ', 'sesame'],
    ['Sesame', 'sesame'],
    ['caf\u00e9', 'cafe\u0301'],
  ])
    await t.test(JSON.stringify(right.slice(-12)), async () => {
      const { login } = await person(undefined, right);
      expectError(await logIn({ login, password: wrong }), 'wrong_password', 'password');
      assert.equal((await logIn({ login, password: right })).status, 200);
    });
});

import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectStatus } from '../suite/expect.js';
import { freshLogin, PASSWORD, Person } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });
/** @param {import('../suite/trial.js').Trial} t @param {string} login @param {any} register @param {any} [password] */
const ask = (t, login, register, password = PASSWORD) => t.post('/login', { login, password, register });

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

  check('with "register": false an unknown login is 404 login_unknown, and nobody is registered', async (t) => {
    const login = freshLogin();
    for (const name of [login, ` ${login} `, '\u200b'])
      expectError(await ask(t, name, false), 'login_unknown', 'login');
    expectError(await ask(t, '', false), 'empty_field', 'login');
    expectStatus(await enter(t, login), 201);
  }),

  check('with "register": false a known login is as always', async (t) => {
    const { login } = await t.person();
    expectStatus(await ask(t, login, false), 200);
    expectError(await ask(t, login, false, 'something else'), 'wrong_password', 'password');
  }),

  check('only false itself asks not to be registered', async (t) => {
    for (const register of [true, null, 0, '', 'false', []]) {
      const answer = await ask(t, freshLogin(), register);
      assert.equal(answer.status, 201, JSON.stringify(register));
    }
  }),

  check('asking for unknown logins counts as no failed attempt', async (t) => {
    const login = freshLogin();
    for (let i = 0; i <= limits.failedLoginsMax; i++) expectError(await ask(t, login, false), 'login_unknown', 'login');
    expectStatus(await enter(t, login), 201);
  }),

  check('one login registered 5 times at once is one user', async (t) => {
    const login = freshLogin();
    const answers = await Promise.all(Array.from({ length: limits.failedLoginsMax }, () => enter(t, login)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
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

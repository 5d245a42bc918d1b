import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectRetryAfter, expectStatus } from '../suite/expect.js';
import { PASSWORD } from '../suite/person.js';

/** @param {import('../suite/person.js').Person} person @param {number} times */
async function fail(person, times) {
  for (let i = 0; i < times; i++) {
    const answer = await person.server.call('/login', {
      method: 'POST',
      json: { login: person.login, password: 'no' },
    });
    expectError(answer, 'wrong_password', 'password');
  }
}

/** @param {import('../suite/trial.js').Trial} t @param {string} login @param {string} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });
const options = { rateLimited: true };

export const checks = [
  check(
    'after 5 wrong passwords the next attempt is 429 too_many_attempts, with the right one too',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax);
      expectError(await enter(t, person.login), 'too_many_attempts');
      expectError(await enter(t, person.login, 'no'), 'too_many_attempts');
    },
    options,
  ),

  check(
    'too_many_attempts says in Retry-After how many whole seconds to wait, at most 60',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax);
      const answer = await enter(t, person.login);
      expectError(answer, 'too_many_attempts');
      expectRetryAfter(answer);
      assert.ok(Number(answer.headers['retry-after']) <= limits.failedLoginsWindowSeconds);
    },
    options,
  ),

  check(
    'after 4 wrong passwords the right one is let in',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax - 1);
      expectStatus(await enter(t, person.login), 200);
    },
    options,
  ),

  check(
    'only wrong passwords count as attempts',
    async (t) => {
      const person = await t.person();
      for (let i = 0; i < limits.failedLoginsMax + 1; i++) {
        expectStatus(await enter(t, person.login), 200);
        expectError(await enter(t, person.login, ''), 'empty_field', 'password');
      }
    },
    options,
  ),

  check(
    'one login that is blocked leaves the others alone',
    async (t) => {
      const [ann, bob] = await t.people(2);
      await fail(ann, limits.failedLoginsMax);
      expectStatus(await enter(t, bob.login), 200);
      await t.person();
    },
    options,
  ),

  check(
    'attempts are counted for the login as it is compared: trimmed, whatever its case',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax);
      expectError(await enter(t, `  ${person.login} `), 'too_many_attempts');
      expectError(await enter(t, person.login.toUpperCase()), 'too_many_attempts');
    },
    options,
  ),

  check(
    'a session lives on while its login is blocked',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax);
      expectStatus(await person.get('/me'), 200);
      expectStatus(await person.say('still here'), 201);
    },
    options,
  ),

  check(
    'the fields are checked before the attempts are',
    async (t) => {
      const person = await t.person();
      await fail(person, limits.failedLoginsMax);
      expectError(await enter(t, person.login, ''), 'empty_field', 'password');
      expectError(await enter(t, person.login, 'x'.repeat(73)), 'password_too_long', 'password');
    },
    options,
  ),
];

import { check } from '../suite/check.js';
import { expectError, expectStatus } from '../suite/expect.js';
import { freshLogin } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} password @param {string} [login] */
const enter = (t, password, login = freshLogin()) => t.post('/login', { login, password });

/** Registers with one password and tries another. @param {import('../suite/trial.js').Trial} t @param {string} right @param {string} tried */
async function differ(t, right, tried) {
  const login = freshLogin();
  expectStatus(await enter(t, right, login), 201);
  expectError(await enter(t, tried, login), 'wrong_password', 'password');
  expectStatus(await enter(t, right, login), 200);
}

export const checks = [
  check('a password that is missing, null or empty is empty_field', async (t) => {
    expectError(await t.post('/login', { login: freshLogin() }), 'empty_field', 'password');
    expectError(await enter(t, null), 'empty_field', 'password');
    expectError(await enter(t, ''), 'empty_field', 'password');
  }),

  check('a password that is no string is password_invalid', async (t) => {
    for (const password of [7, 0, true, false, [], ['a'], {}, { length: 3 }]) {
      expectError(await enter(t, password), 'password_invalid', 'password');
    }
  }),

  check('a control character in a password is password_invalid', async (t) => {
    for (const character of ['\0', '\t', '\n', '\x1f', '\x7f', '\x85']) {
      expectError(await enter(t, `open${character}sesame`), 'password_invalid', 'password');
    }
  }),

  check('a password of exactly 72 bytes is fine, 73 are password_too_long', async (t) => {
    expectStatus(await enter(t, 'x'.repeat(72)), 201);
    expectError(await enter(t, 'x'.repeat(73)), 'password_too_long', 'password');
  }),

  check('a password is counted in bytes: 24 euro signs are fine, 25 too long', async (t) => {
    expectStatus(await enter(t, '€'.repeat(24)), 201);
    expectError(await enter(t, '€'.repeat(25)), 'password_too_long', 'password');
    expectStatus(await enter(t, '\u{1F511}'.repeat(18)), 201);
    expectError(await enter(t, '\u{1F511}'.repeat(18) + 'x'), 'password_too_long', 'password');
  }),

  check('a password with a control character that is also too long is password_invalid', async (t) => {
    expectError(await enter(t, `${'x'.repeat(80)}\0`), 'password_invalid', 'password');
  }),

  check('the last of 72 bytes counts', async (t) => {
    await differ(t, `${'x'.repeat(71)}a`, `${'x'.repeat(71)}b`);
  }),

  check('a password of two spaces is a password', async (t) => {
    await differ(t, '  ', '   ');
  }),

  check('a password is not trimmed', async (t) => {
    await differ(t, ' sesame ', 'sesame');
  }),

  check('a password is not normalised', async (t) => {
    await differ(t, 'caf\u00e9', 'cafe\u0301');
  }),

  check('a password differs by case', async (t) => {
    await differ(t, 'Sesame', 'sesame');
  }),
];

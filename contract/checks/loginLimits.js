import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { emoji, expectError, expectStatus } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });

/** A fresh login of exactly so many characters. @param {number} characters */
const loginOf = (characters) => freshLogin('n').padEnd(characters, 'x');

export const checks = [
  check('a login of exactly 32 characters is fine, 33 are login_too_long', async (t) => {
    expectStatus(await enter(t, loginOf(32)), 201);
    expectError(await enter(t, loginOf(33)), 'login_too_long', 'login');
  }),

  check('the characters of a login are code points: 32 beyond the first plane are fine, 33 too long', async (t) => {
    // Small letters of Adlam, and digits.
    const stem = freshLogin('').replaceAll(/\D/g, '7');
    const of = (/** @type {number} */ count) => stem + '\u{1e922}'.repeat(count - stem.length);
    expectStatus(await enter(t, of(32)), 201);
    expectError(await enter(t, of(33)), 'login_too_long', 'login');
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
];

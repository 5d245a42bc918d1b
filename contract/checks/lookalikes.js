import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { unseenRanges } from '../suite/contract.js';
import { expectError, expectStatus } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {any} login @param {any} [password] */
const enter = (t, login, password = PASSWORD) => t.post('/login', { login, password });

/** A few of each kind of what shows nothing: format, ignorable, unassigned, private use, separators, blanks. */
const UNSEEN =
  '\u00ad\u034f\u061c\u115f\u200b\u200d\u200f\u202e\u2028\u2029\u2066\ufffc\u2800\u3164\ufe0f\ufeff\ue000\u{10ffff}\u0378\u{1d159}\u{e0041}';

export const checks = [
  check('what shows nothing in the middle of a new login is login_invalid', async (t) => {
    for (const character of UNSEEN) {
      expectError(await enter(t, `ann${character}${freshLogin('u')}`), 'login_invalid', 'login');
    }
  }),

  check('a login of nothing but what shows nothing is login_invalid', async (t) => {
    for (const login of ['\u200b', '\u3164', '\u2800', '\u202e\u202c', '\u00ad'])
      expectError(await enter(t, login), 'login_invalid', 'login');
  }),

  check('the ends of the ranges that a new login must not have are login_invalid', async (t) => {
    // Every 61st end of the 1,440, one a name: several would hide each other. The servers' own tests have them all.
    for (const point of unseenRanges.flat().filter((_, i) => i % 61 === 60)) {
      const answer = await enter(t, `ann${String.fromCodePoint(point)}x`);
      expectError(answer, 'login_invalid', 'login');
    }
  }),

  check('a new login that looks like that of another user is login_taken', async (t) => {
    const stem = freshLogin('n');
    expectStatus(await enter(t, `${stem} Admin I0`), 201);
    for (const like of [
      '\u0410dmin I0',
      'Adrnin I0',
      'Adm\u0131n I0',
      'Admin 1O',
      'Admin l\u041e',
      'Admin  I0',
      'Admin\u00a0I0',
    ]) {
      expectError(await enter(t, `${stem} ${like}`), 'login_taken', 'login');
    }
  }),

  check(
    'a new login that differs from another by its dots, its joins or the order of its directions is login_taken',
    async (t) => {
      const stem = freshLogin('n');
      for (const [name, ...likes] of [
        ['Jin', 'Ji\u0307n', 'J\u0131\u0307n'],
        ['Dana דנה 2', 'Dana 2 דנה'],
        ['מחa', 'aמח'],
        ['سهم', 'سهـم'],
      ]) {
        expectStatus(await enter(t, `${stem} ${name}`), 201);
        for (const like of likes) expectError(await enter(t, `${stem} ${like}`), 'login_taken', 'login');
      }
    },
  ),

  check('logins of one direction differ by the order of their letters', async (t) => {
    // A fresh login in Hebrew letters, one for each hexadecimal digit.
    const stem = freshLogin('').replaceAll(/./g, (digit) => String.fromCodePoint(0x5d0 + (parseInt(digit, 16) || 0)));
    for (const name of ['משה כהן', 'כהן משה', 'שהם כהן']) expectStatus(await enter(t, `${stem} ${name}`), 201);
  }),

  check('a login that was refused as taken is nobody: no session, and the other user logs in as ever', async (t) => {
    const stem = freshLogin('n');
    const first = await enter(t, `${stem}m`);
    const refused = await enter(t, `${stem}rn`);
    expectError(refused, 'login_taken', 'login');
    const cookie = refused.cookies.map((line) => line.split(';')[0]).join('; ');
    expectError(await t.call('/me', { cookie: cookie || undefined }), 'not_logged_in');
    const again = await enter(t, `${stem}m`);
    expectStatus(again, 200);
    assert.equal(again.json.user.id, first.json.user.id);
  }),

  check('of logins that look the same and are registered at once one wins', async (t) => {
    const stem = freshLogin('n');
    const likes = ['Cleo', 'C1eo', '\u0421leo', 'CIeo', 'Cle\u043e', 'Cl\u0435o'];
    const answers = await Promise.all(likes.map((like) => enter(t, `${stem} ${like}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 'login_taken', 'login');
  }),
];

import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectRetryAfter, expectStatus } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** @param {import('../suite/trial.js').Trial} t @param {string} login @param {any} [joinCode] @param {string} [password] */
const enter = (t, login, joinCode, password = PASSWORD) => t.post('/login', { login, password, joinCode });
const options = { joinCode: true };

export const checks = [
  check('/config says whether a new login needs a join code', async (t) => {
    const joinCode = (await t.call('/config')).json.features.includes('joinCode');
    expectStatus(await enter(t, freshLogin(), t.server.joinCode), 201);
    expectStatus(await t.post('/login', { login: freshLogin(), password: PASSWORD }), joinCode ? 422 : 201);
  }),

  check('a known login needs no join code, and none that is sent counts', async (t) => {
    const { login } = await t.person();
    for (const joinCode of [undefined, null, '', 'wrong', 1, ['wrong']]) {
      expectStatus(await enter(t, login, joinCode), 200);
      expectError(await enter(t, login, joinCode, 'wrong'), 'wrong_password', 'password');
      expectStatus(await enter(t, login, joinCode), 200);
      if (t.server.config.rateLimits) break; // five wrong passwords would be too many
    }
  }),

  check(
    'a new login without a join code is empty_field, with any but the right one wrong_join_code, and registers nobody',
    async (t) => {
      const login = freshLogin();
      for (const none of [undefined, null, '']) expectError(await enter(t, login, none), 'empty_field', 'joinCode');
      const { joinCode } = t.server;
      for (const wrong of [`${joinCode} `, String(joinCode).slice(0, -1), ['x'], true])
        expectError(await enter(t, login, wrong), 'wrong_join_code', 'joinCode');
      expectStatus(await enter(t, login, joinCode), 201);
    },
    options,
  ),

  check(
    'a join code is asked for after login and password, and before what only a new name must be',
    async (t) => {
      expectError(await enter(t, '', 'wrong'), 'empty_field', 'login');
      expectError(await enter(t, freshLogin(), 'wrong', ''), 'empty_field', 'password');
      expectError(await enter(t, '\u200b', 'wrong'), 'wrong_join_code', 'joinCode');
    },
    options,
  ),

  check(
    'after 5 wrong join codes for a login its next attempt is 429 too_many_attempts, with the right one too',
    async (t) => {
      const login = freshLogin();
      for (let i = 0; i < limits.failedLoginsMax; i++) {
        expectError(await enter(t, login), 'empty_field', 'joinCode');
        expectError(await enter(t, login, 'wrong'), 'wrong_join_code', 'joinCode');
      }
      const answer = await enter(t, login, t.server.joinCode);
      expectError(answer, 'too_many_attempts');
      expectRetryAfter(answer);
    },
    { ...options, rateLimited: true },
  ),
];

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { logIn, expectError, freshLogin, limits, person, withoutLimits, without } from '../harness/underTest.js';

const right = process.env.CHAT_JOIN_CODE;
const skip = without('joinCode') || (!right && 'CHAT_JOIN_CODE is not set');

suite('the join code', { skip }, () => {
  test('a new login needs the code: without it empty_field, with a wrong one wrong_join_code', async () => {
    const login = freshLogin();
    for (const joinCode of [undefined, null, ''])
      expectError(await logIn({ login, joinCode }), 'empty_field', 'joinCode');
    for (const joinCode of [`${right} `, String(right).slice(0, -1), ['x'], true])
      expectError(await logIn({ login, joinCode }), 'wrong_join_code', 'joinCode');
    assert.equal((await logIn({ login })).status, 201);
  });

  test('a known login needs no code, and a code sent with it is ignored', async () => {
    const { login } = await person();
    for (const joinCode of [undefined, '', 'wrong', 1]) assert.equal((await logIn({ login, joinCode })).status, 200);
    expectError(await logIn({ login, joinCode: 'wrong', password: 'something else' }), 'wrong_password', 'password');
  });

  test('a wrong code counts as a wrong password', { skip: withoutLimits }, async () => {
    const login = freshLogin();
    for (let i = 0; i < limits.failedLoginsMax; i++)
      expectError(await logIn({ login, joinCode: 'wrong' }), 'wrong_join_code', 'joinCode');
    expectError(await logIn({ login }), 'too_many_attempts');
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { enter, expectError, freshLogin, limits, person, withoutLimits, without } from '../server.js';

const right = process.env.CHAT_JOIN_CODE;
const skip = without('joinCode') || (!right && 'CHAT_JOIN_CODE is not set');

suite('the join code', { skip }, () => {
  test('a new login needs it: without one it is empty_field, with another wrong_join_code, and nobody is registered', async () => {
    const login = freshLogin();
    for (const joinCode of [undefined, null, ''])
      expectError(await enter({ login, joinCode }), 'empty_field', 'joinCode');
    for (const joinCode of [`${right} `, String(right).slice(0, -1), ['x'], true])
      expectError(await enter({ login, joinCode }), 'wrong_join_code', 'joinCode');
    assert.equal((await enter({ login })).status, 201);
  });

  test('a known login needs none, and none that is sent counts', async () => {
    const { login } = await person();
    for (const joinCode of [undefined, '', 'wrong', 1]) assert.equal((await enter({ login, joinCode })).status, 200);
    expectError(await enter({ login, joinCode: 'wrong', password: 'something else' }), 'wrong_password', 'password');
  });

  test('a wrong code counts as a wrong password does', { skip: withoutLimits }, async () => {
    const login = freshLogin();
    for (let i = 0; i < limits.failedLoginsMax; i++)
      expectError(await enter({ login, joinCode: 'wrong' }), 'wrong_join_code', 'joinCode');
    expectError(await enter({ login }), 'too_many_attempts');
  });
});

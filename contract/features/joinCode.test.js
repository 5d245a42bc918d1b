import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { call, expectError, freshLogin, limits, PASSWORD, person, withoutLimits, without } from '../server.js';

const joinCode = process.env.CHAT_JOIN_CODE;
const skip = without('joinCode') || (!joinCode && 'CHAT_JOIN_CODE is not set');

/** @param {string} login @param {unknown} [code] @param {string} [password] */
const enter = (login, code, password = PASSWORD) =>
  call('POST', '/login', { json: { login, password, joinCode: code } });

suite('the join code', { skip }, () => {
  test('a new login needs it: without one it is empty_field, with another wrong_join_code, and nobody is registered', async () => {
    const login = freshLogin();
    for (const none of [undefined, null, '']) expectError(await enter(login, none), 'empty_field', 'joinCode');
    for (const wrong of [`${joinCode} `, String(joinCode).slice(0, -1), ['x'], true])
      expectError(await enter(login, wrong), 'wrong_join_code', 'joinCode');
    assert.equal((await enter(login, joinCode)).status, 201);
  });

  test('a known login needs none, and none that is sent counts', async () => {
    const { login } = await person();
    for (const code of [undefined, '', 'wrong', 1]) assert.equal((await enter(login, code)).status, 200);
    expectError(await enter(login, 'wrong', 'something else'), 'wrong_password', 'password');
  });

  test('a wrong code counts as a wrong password does', { skip: withoutLimits }, async () => {
    const login = freshLogin();
    for (let i = 0; i < limits.failedLoginsMax; i++)
      expectError(await enter(login, 'wrong'), 'wrong_join_code', 'joinCode');
    expectError(await enter(login, joinCode), 'too_many_attempts');
  });
});

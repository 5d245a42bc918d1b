import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  eventually,
  expectError,
  foreignSockets,
  limits,
  PASSWORD,
  peer,
  person,
  server,
  withoutLimits,
} from '../harness/underTest.js';

test('a session works at both processes; a logout at the other ends it and its sockets at both', async () => {
  const ann = await person();
  const there = peer.withSession(ann);
  const again = await peer.person(ann.login);
  const others = foreignSockets ? [await person()] : [again, await person()];
  const [closing, staying] = await Promise.all(
    [[ann, there], others].map((some) => Promise.all(some.map((one) => one.join()))),
  );
  assert.deepEqual((await there.get('/me')).json, { user: ann.user });
  await there.logOut();
  for (const { ended } of closing) assert.equal(await ended, 'session');
  for (const reader of [ann, there])
    await eventually(async () => expectError(await reader.get('/me'), 'not_logged_in'));
  await assert.rejects(ann.join(), { code: 'not_logged_in' });
  const { message } = (await again.say('still here')).json;
  for (const { received } of staying) await received.message(message.clientId);
});

test('wrong passwords at both processes are counted together', { skip: withoutLimits }, async () => {
  const ann = await person();
  const logIn = (n, password = 'a wrong guess') =>
    [server, peer][n % 2].call('POST', '/login', { json: { login: ann.login, password } });
  for (let n = 0; n < limits.failedLoginsMax; n++) expectError(await logIn(n), 'wrong_password', 'password');
  for (const n of [0, 1]) expectError(await logIn(n, PASSWORD), 'too_many_attempts');
});

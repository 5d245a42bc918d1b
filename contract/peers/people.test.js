import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  eventually,
  expectError,
  expectOnline,
  expectSeen,
  foreignSockets,
  limits,
  includesUser,
  PASSWORD,
  peer,
  person,
  server,
  untilSeen,
  without,
  withoutLimits,
} from '../harness/underTest.js';

test('a user with tabs at both processes is online once, until both close', { skip: without('presence') }, async () => {
  const [ann, eve, bob] = await Promise.all([server, peer, server].map((client) => client.person()));
  const watchers = await Promise.all([ann.join(), eve.join()]);
  const online = async (times) => {
    for (const reader of [ann, eve]) await eventually(() => expectOnline(reader, bob.user, times));
  };
  const tabs = [await bob.join(), await peer.withSession(bob).join()];
  for (const { received } of watchers) await untilSeen(received, 'joined', bob.user);
  await online(1);
  tabs[0].close();
  // Dan leaves after that tab, and is named as left; bob is not.
  const dan = await person();
  const connection = await dan.join();
  for (const { received } of watchers) await untilSeen(received, 'joined', dan.user);
  connection.close();
  for (const { received } of watchers) {
    await untilSeen(received, 'left', dan.user);
    expectSeen(received, bob.user, { joined: 1, left: 0 });
  }
  await online(1);
  tabs[1].close();
  for (const { received } of watchers) {
    await untilSeen(received, 'left', bob.user);
    expectSeen(received, bob.user, { joined: 1, left: 1 });
  }
  await online(0);
});

test('the other process announces who types, until the message is stored', { skip: without('typing') }, async () => {
  const [ann, bob] = await Promise.all([server.person(), peer.person()]);
  const [writer, { received }] = await Promise.all([ann.join(), bob.join()]);
  writer.emit('typing');
  await received.next('typing', (event) => includesUser(event, ann.user));
  await ann.say('written');
  await received.until(() => !includesUser(received.all('typing').at(-1), ann.user), 'that ann has stopped typing');
});

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

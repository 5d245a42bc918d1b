import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn, foreignSockets, limits, messagesAfter, person } from '../harness/underTest.js';

test('a logout closes the sockets of its session and no others, and they receive nothing more', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const again = await person(ann.login);
  const closing = await Promise.all([ann.join(), ann.join()]);
  const others = foreignSockets ? [bob] : [again, bob];
  const staying = await Promise.all(others.map((one) => one.join()));
  await ann.logOut();
  for (const { ended } of closing) assert.equal(await ended, 'session');
  const { message } = (await again.say('still here')).json;
  for (const { received } of staying) await received.message(message.clientId);
  for (const { received } of closing)
    assert.ok(!received.messages.some(({ clientId }) => clientId === message.clientId));
});

test('a login over a session closes the sockets of that session', async () => {
  const ann = await person();
  const { ended } = await ann.join();
  await logIn({}, ann.cookie);
  assert.equal(await ended, 'session');
});

test('a frame that is too large closes only its socket, with 1009, and nothing of it is stored', async () => {
  const ann = await person();
  const { id } = (await ann.say('before')).json.message;
  const [raw, other] = [await ann.joinRaw(), await ann.join()];
  raw.send(raw.frame({ text: 'large', clientId: 'large', more: 'x'.repeat(limits.frameMaxBytes) }));
  assert.equal(await raw.closed, 1009);
  const { message } = (await ann.say('after')).json;
  await other.received.message(message.clientId);
  assert.ok(!(await messagesAfter(ann, id)).some(({ clientId }) => clientId === 'large'));
});

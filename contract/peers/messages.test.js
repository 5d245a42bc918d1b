import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshId, peer, person, without } from '../harness/underTest.js';

/** Logs in a user with one session at both processes. */
async function personAtBoth() {
  const here = await person();
  return [here, peer.withSession(here)];
}

test('a message sent to both processes under one clientId is stored once and delivered once', async () => {
  const [here, there] = await personAtBoth();
  const connections = await Promise.all([here.join(), there.join()]);
  const { message } = (await here.say('once')).json;
  const again = await there.say('again', message.clientId);
  assert.deepEqual([again.status, again.json.message], [200, message]);
  const clientId = freshId();
  const both = await Promise.all([here.say('at once', clientId), there.say('at once', clientId)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 201]);
  assert.deepEqual(both[0].json, both[1].json);
  const end = (await here.say('the end')).json.message;
  for (const { received } of connections) {
    await received.message(end.clientId);
    for (const one of [message.clientId, clientId])
      assert.equal(received.messages.filter((delivered) => delivered.clientId === one).length, 1);
  }
});

test('the other process returns an acknowledged message at once, and takes replies to it', async () => {
  const [here, there] = await personAtBoth();
  for (let n = 0; n < 14; n++) {
    const { message } = (await here.say(`line ${n}`)).json;
    const [page, reply] = await Promise.all([
      there.get(`/messages?after=${message.id - 1}`),
      there.say(`answer ${n}`, freshId(), message.id),
    ]);
    assert.deepEqual(page.json.messages[0], message);
    assert.equal(reply.status, 201, JSON.stringify(reply.json));
  }
});

test('edits at both processes have dense revisions, which both deliver', { skip: without('edit') }, async () => {
  const [here, there] = await personAtBoth();
  const connections = await Promise.all([here.join(), there.join()]);
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (text) => (await here.say(text)).json.message),
  );
  const { rev } = (await here.edit(first.id, 'begun')).json.message;
  const answers = await Promise.all([
    here.edit(first.id, 'edited here'),
    there.edit(second.id, 'edited there'),
    here.edit(second.id, 'edited here'),
    there.edit(first.id, 'edited there'),
  ]);
  assert.deepEqual(
    answers.map(({ json }) => json.message.rev).toSorted((a, b) => a - b),
    [1, 2, 3, 4].map((n) => rev + n),
  );
  const { message } = (await there.remove(second.id)).json;
  assert.deepEqual([message.deleted, message.rev], [true, rev + 5]);
  for (const { received } of connections)
    await received.next('changed', ({ messages }) => messages.some((one) => one.rev === rev + 5));
  for (const reader of [here, there]) {
    const { messages } = (await reader.get(`/messages?after=${Math.min(first.id, second.id) - 1}`)).json;
    assert.deepEqual(
      messages.find(({ id }) => id === second.id),
      message,
    );
  }
});

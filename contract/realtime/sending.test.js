import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  contract,
  expectRefused,
  freshId,
  limits,
  messagesAfter,
  person,
  readMessage,
  without,
} from '../harness/underTest.js';

suite('messages sent on the socket', { skip: without('socketSend') }, () => {
  test('the acknowledgement holds the stored message', async () => {
    const ann = await person();
    const { send } = await ann.join();
    const clientId = freshId();
    for (const text of ['one', 'two', 'three']) {
      const { ok, message } = await send({ text, clientId: clientId + text });
      assert.deepEqual([ok, message.user, message.text, message.clientId], [true, ann.user, text, clientId + text]);
      assert.deepEqual(await readMessage(ann, message.id), message);
    }
  });

  test('an acknowledgement goes only to the sending socket', async () => {
    const ann = await person();
    const [{ send }, tab] = [await ann.join(), await ann.join()];
    const { message } = await send({ text: 'mine', clientId: freshId() });
    await tab.received.message(message.clientId);
    assert.deepEqual(tab.received.all('ack'), []);
  });

  test('a message by socket is refused with the errors of POST', async () => {
    const { send } = await (await person()).join();
    for (const payload of ['text', 7, null, true, [], ['a']]) expectRefused(await send(payload), 'bad_json');
    expectRefused(await send({ text: ' \n', clientId: freshId() }), 'empty_text', 'text');
    expectRefused(await send({ text: 'x'.repeat(limits.textMax + 1), clientId: freshId() }), 'text_too_long', 'text');
    expectRefused(await send({ text: 'hello', clientId: 'a b' }), 'client_id_invalid', 'clientId');
  });

  test('unknown members are ignored, however they are nested', async () => {
    const { send } = await (await person()).join();
    const depth = contract.limits.jsonDepthMax - 1;
    const nested = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    assert.ok((await send({ text: 'hello', clientId: freshId(), nested })).ok);
  });

  test('no client can speak for the server: the server does not relay a client’s events', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const [connection, other] = await Promise.all([ann.join(), bob.join()]);
    const forged = { messages: [{ id: 1, text: 'forged', clientId: 'forged' }] };
    for (const name of ['messages', 'presence', 'typing', 'welcome', 'changed', 'ack', 'other'])
      connection.emit(name, forged);
    const { message } = await connection.send({ text: 'the end', clientId: freshId() });
    await other.received.message(message.clientId);
    assert.ok(!JSON.stringify(other.received.events).includes('forged'));
  });

  test('a message sent before joining is neither acknowledged nor stored', async () => {
    const ann = await person();
    const { id } = (await ann.say('before')).json.message;
    const early = await ann.openSocket();
    const clientId = freshId();
    early.send(early.frame({ text: 'too early', clientId }));
    // The server answers a later message on a joined socket of the same user.
    const { send } = await ann.join();
    await send({ text: 'the end', clientId: freshId() });
    early.socket.terminate();
    assert.ok(!early.received.all('ack').some(({ ok }) => ok));
    const stored = await messagesAfter(ann, id);
    assert.ok(!stored.some((message) => message.clientId === clientId));
  });
});

import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { emoji, expectErrorBody, expectMessage, pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check('a refused message is acknowledged with the same error as by POST', async (t) => {
    const { connection } = await t.joined();
    const clientId = freshClientId();
    /** @type {[any, string, string][]} */
    const cases = [
      [{ text: '', clientId }, 'empty_text', 'text'],
      [{ clientId }, 'empty_text', 'text'],
      [{ text: ' \n ', clientId }, 'empty_text', 'text'],
      [{ text: 7, clientId }, 'text_invalid', 'text'],
      [{ text: ['a'], clientId }, 'text_invalid', 'text'],
      [{ text: 'a\0b', clientId }, 'text_invalid', 'text'],
      [{ text: 'x'.repeat(2001), clientId }, 'text_too_long', 'text'],
      [{ text: emoji(2001), clientId }, 'text_too_long', 'text'],
      [{ text: 'a', clientId: 'a b' }, 'client_id_invalid', 'clientId'],
      [{ text: 'a', clientId: 'c'.repeat(65) }, 'client_id_invalid', 'clientId'],
      [{ text: 'a', clientId: 7 }, 'client_id_invalid', 'clientId'],
      [{ text: 'a' }, 'client_id_invalid', 'clientId'],
      [{ text: '', clientId: '' }, 'empty_text', 'text'],
    ];
    for (const [payload, code, field] of cases) {
      const ack = await connection.send(payload);
      assert.deepEqual(Object.keys(ack).sort(), ['error', 'ok'], JSON.stringify(ack));
      assert.equal(ack.ok, false);
      expectErrorBody(ack.error, code, field);
    }
  }),

  check('a refused message is not broadcast', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    await connection.send({ text: 'a\0b', clientId });
    await person.say('x'.repeat(2001), clientId);
    const end = await person.store();
    await connection.inbox.message(end.clientId);
    assert.ok(!connection.inbox.messages.some((message) => message.clientId === clientId));
  }),

  check('the edges of a text are the same by socket: 2000 emoji, CRLF, white space kept', async (t) => {
    const { connection } = await t.joined();
    const sent = { [emoji(2000)]: emoji(2000), 'a\r\nb': 'a\nb', '  kept\t': '  kept\t', 'e\u0301': 'e\u0301' };
    for (const [text, stored] of Object.entries(sent)) {
      const ack = await connection.send({ text, clientId: freshClientId() });
      assert.equal(ack.message?.text, stored);
    }
  }),

  check('a lone surrogate sent by socket is not stored', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const raw = await t.raw(person);
    const clientId = freshClientId();
    raw.send(raw.packet({ text: 'MARK', clientId }).replace('MARK', 'half \\ud83d'));
    // To a server whose JSON reader refuses it the whole frame is no packet of the wire, which nothing need acknowledge.
    const ack = await raw.ack(clientId, 700).catch(() => undefined);
    if (ack) assert.equal(ack.ok, false);
    if (ack) expectErrorBody(ack.error, 'bad_json');
    const stored = await person.catchUp(id);
    assert.ok(!stored.some((message) => message.user.id === person.user.id), 'it was stored');
  }),

  check('a payload that is no object is bad_json, is never stored and costs the others nothing', async (t) => {
    const [{ person: sender, connection }, { person, connection: other }] = [await t.joined(), await t.joined()];
    for (const payload of ['text', 7, null, true, [], ['a']]) {
      const ack = await connection.send(payload);
      assert.equal(ack.ok, false, JSON.stringify(payload));
      expectErrorBody(ack.error, 'bad_json');
    }
    const { clientId } = await person.store();
    await other.inbox.message(clientId);
    assert.ok(!other.inbox.messages.some(({ user }) => user.id === sender.user.id), 'it was broadcast');
  }),

  check('a payload 32 levels deep is read by socket too, one of 33 is bad_json and is never stored', async (t) => {
    const { person, connection } = await t.joined();
    const { id } = await person.store();
    // With the payload itself, `levels` in all.
    const lists = (/** @type {number} */ levels) => JSON.parse('['.repeat(levels - 1) + ']'.repeat(levels - 1));
    const objects = JSON.parse('{"a":'.repeat(32) + '1' + '}'.repeat(32));
    const deepest = await connection.send({ text: 'deep', clientId: freshClientId(), extra: lists(32) });
    assert.ok(deepest.ok, JSON.stringify(deepest));
    for (const extra of [lists(33), objects]) {
      const ack = await connection.send({ text: 'too deep', clientId: freshClientId(), extra });
      assert.equal(ack.ok, false);
      expectErrorBody(ack.error, 'bad_json');
    }
    const stored = await person.catchUp(id);
    const own = stored.filter(({ user }) => user.id === person.user.id).map(({ text }) => text);
    assert.deepEqual(own, ['deep']);
  }),

  check('a payload of 250 members is read by socket too, one of 300 is never stored', async (t) => {
    const { person, connection } = await t.joined();
    const { id } = await person.store();
    const extra = (/** @type {number} */ count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0]));
    const clientId = freshClientId();
    connection.send({ text: 'too many', clientId, extra: extra(300) }).catch(() => {}); // may go without an answer
    const read = await connection.send({ text: 'many', clientId: freshClientId(), extra: extra(247) });
    assert.ok(read.ok, JSON.stringify(read));
    const stored = await person.catchUp(id);
    assert.deepEqual(
      stored.filter(({ user }) => user.id === person.user.id).map(({ text }) => text),
      ['many'],
    );
  }),

  check('members of a sent message that the server gives are not believed', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const ack = await connection.send({ text: 'mine', clientId, id: 1, user: { id: 'x', name: 'y' }, at: 'never' });
    expectMessage(ack.message, person.user, 'mine', clientId);
  }),

  check(
    'no client can speak for the server: its own events are not passed on',
    async (t) => {
      const [{ connection }, { person, connection: other }] = [await t.joined(), await t.joined()];
      const forged = { messages: [{ id: 1, text: 'forged', clientId: 'forged' }] };
      for (const name of ['messages', 'presence', 'welcome', 'ack', 'client-message']) connection.emit(name, forged);
      connection.emit('message', { text: 'forged', clientId: 'forged' });
      await pause(200);
      const { clientId } = await person.store();
      await other.inbox.message(clientId);
      const seen = other.inbox.events.filter(
        ({ name, payload }) => name !== 'messages' && JSON.stringify(payload)?.includes('forged'),
      );
      assert.deepEqual(seen, []);
      assert.ok(!other.inbox.messages.some(({ id }) => id === 1));
      const kinds = new Set(other.inbox.events.map(({ name }) => name).filter((name) => !name.startsWith('pusher')));
      for (const kind of kinds) assert.ok(['welcome', 'messages', 'presence'].includes(kind), kind);
    },
    { needs: 'socketSend' },
  ),
];

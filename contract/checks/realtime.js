import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { errors } from '../suite/contract.js';
import { emoji, expectErrorBody, expectMessage, pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check('welcome names oneself, how many are online and the last id', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const { welcome } = await t.join(person);
    assert.deepEqual(Object.keys(welcome).sort(), ['lastId', 'me', 'online']);
    assert.deepEqual(welcome.me, person.user);
    assert.ok(Number.isInteger(welcome.online.count) && welcome.online.count >= 1);
    assert.ok(Number.isInteger(welcome.lastId) && welcome.lastId >= id);
    const { messages } = await person.page('limit=1');
    assert.ok(welcome.lastId <= messages[0].id);
  }),

  check('welcome is the first event, and comes once', async (t) => {
    const { person, connection } = await t.joined();
    const { clientId } = await person.store();
    await connection.inbox.message(clientId);
    const names = connection.inbox.events.map(({ name }) => name).filter((name) => !name.startsWith('pusher'));
    assert.equal(names[0], 'welcome');
    assert.equal(names.filter((name) => name === 'welcome').length, 1);
  }),

  check('a message sent by socket is acknowledged with the message', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const ack = await connection.send({ text: 'by socket', clientId });
    assert.deepEqual(Object.keys(ack).sort(), ['message', 'ok']);
    assert.equal(ack.ok, true);
    expectMessage(ack.message, person.user, 'by socket', clientId);
  }),

  check('a message sent by socket is in the store when its ack comes', async (t) => {
    const { person, connection } = await t.joined();
    for (let i = 0; i < 5; i++) {
      const { message } = await connection.send({ text: 'stored', clientId: freshClientId() });
      const { messages } = await person.page(`after=${message.id - 1}&limit=1`);
      assert.deepEqual(messages, [message]);
    }
  }),

  check('a message sent by socket comes to everybody, the sender and their other tab too', async (t) => {
    const [{ person, connection: sender }, { connection: other }] = [await t.joined(), await t.joined()];
    const tab = await t.join(person);
    const clientId = freshClientId();
    const { message } = await sender.send({ text: 'to all', clientId });
    for (const { inbox } of [sender, other, tab]) assert.deepEqual(await inbox.message(clientId), message);
  }),

  check('a posted message comes to everybody, the poster too', async (t) => {
    const [{ person, connection: poster }, { connection: other }] = [await t.joined(), await t.joined()];
    const message = await person.store('to all');
    for (const { inbox } of [poster, other]) assert.deepEqual(await inbox.message(message.clientId), message);
  }),

  check('every receiver gets every message once, in rising order, as it is in the store', async (t) => {
    const people = await Promise.all(Array.from({ length: 3 }, () => t.joined()));
    const { id: start } = await people[0].person.store();
    const sent = [];
    for (let round = 0; round < 5; round++) {
      const each = people.flatMap(({ person, connection }) => [
        person.store(`line ${round}`),
        connection.send({ text: `line ${round}`, clientId: freshClientId() }, 15_000).then((ack) => ack.message),
      ]);
      sent.push(...(await Promise.all(each)));
    }
    const last = sent.reduce((a, b) => (a.id > b.id ? a : b));
    const stored = (await people[0].person.catchUp(start)).filter(({ id }) => id <= last.id);
    for (const { connection } of people) {
      await connection.inbox.message(last.clientId);
      const received = connection.inbox.messages.filter(({ id }) => id > start && id <= last.id);
      assert.deepEqual(received, stored);
    }
  }),

  check('a messages event holds a list of whole messages and nothing else', async (t) => {
    const { person, connection } = await t.joined();
    const message = await person.store();
    await connection.inbox.message(message.clientId);
    for (const { name, payload } of connection.inbox.events) {
      if (name !== 'messages') continue;
      assert.deepEqual(Object.keys(payload), ['messages']);
      assert.ok(payload.messages.length >= 1);
      for (const each of payload.messages) expectMessage(each, each.user, each.text, each.clientId);
    }
  }),

  check('an idle server delivers at once: within 250 ms of the ack', async (t) => {
    const { person, connection } = await t.joined();
    const { clientId } = await person.store();
    await connection.inbox.message(clientId, 250);
  }),

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
    const ack = await raw.ack(clientId, 700).catch(() => ({ ok: false, error: undefined }));
    assert.equal(ack.ok, false);
    if (ack.error) assert.equal(ack.error.message, errors[ack.error.code].message);
    const stored = await person.catchUp(id);
    assert.ok(!stored.some((message) => message.user.id === person.user.id), 'it was stored');
  }),

  check('a payload that is no object is never stored and costs the others nothing', async (t) => {
    const [{ person: sender, connection }, { person, connection: other }] = [await t.joined(), await t.joined()];
    for (const payload of ['text', 7, null, true, [], ['a']]) {
      const ack = await connection.send(payload, 400).catch(() => ({ ok: false }));
      assert.equal(ack.ok, false, JSON.stringify(payload));
    }
    const { clientId } = await person.store();
    await other.inbox.message(clientId);
    assert.ok(!other.inbox.messages.some(({ user }) => user.id === sender.user.id), 'it was broadcast');
  }),

  check('members of a sent message that the server gives are not believed', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const ack = await connection.send({ text: 'mine', clientId, id: 1, user: { id: 'x', name: 'y' }, at: 'never' });
    expectMessage(ack.message, person.user, 'mine', clientId);
  }),

  check('an acknowledgement goes to the socket that sent, and to no other', async (t) => {
    const { person, connection } = await t.joined();
    const tab = await t.raw(person);
    const clientId = freshClientId();
    await connection.send({ text: 'mine', clientId });
    await tab.inbox.message(clientId);
    assert.ok(!tab.inbox.events.some(({ name }) => name === 'ack'));
  }),

  check('no client can speak for the server: its own events are not passed on', async (t) => {
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
  }),
];

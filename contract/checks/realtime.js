import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectMessage } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check(
    'welcome names oneself, how many are online, the last id and the last rev',
    async (t) => {
      const person = await t.person();
      const { id, clientId } = await person.store();
      const { welcome, inbox } = await t.join(person);
      assert.deepEqual(Object.keys(welcome).sort(), ['lastId', 'me', 'online', 'rev']);
      assert.deepEqual(welcome.me, person.user);
      assert.ok(Number.isInteger(welcome.online.count) && welcome.online.count >= 1);
      assert.ok(Number.isInteger(welcome.lastId) && Number.isInteger(welcome.rev));
      if (welcome.lastId < id) await inbox.message(clientId);
      const { messages } = await person.page('limit=1');
      assert.ok(welcome.lastId <= messages[0].id);
    },
    { needs: 'welcome' },
  ),

  check(
    'welcome is the first event, and comes once',
    async (t) => {
      const { person, connection } = await t.joined();
      const { clientId } = await person.store();
      await connection.inbox.message(clientId);
      const names = connection.inbox.events.map(({ name }) => name).filter((name) => !name.startsWith('pusher'));
      assert.equal(names[0], 'welcome');
      assert.equal(names.filter((name) => name === 'welcome').length, 1);
    },
    { needs: 'welcome' },
  ),

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

  check('an acknowledgement goes to the socket that sent, and to no other', async (t) => {
    const { person, connection } = await t.joined();
    const tab = await t.raw(person);
    const clientId = freshClientId();
    await connection.send({ text: 'mine', clientId });
    await tab.inbox.message(clientId);
    assert.ok(!tab.inbox.events.some(({ name }) => name === 'ack'));
  }),
];

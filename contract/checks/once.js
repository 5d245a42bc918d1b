import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectDense, pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check('one clientId sent 50 times at once, by POST and by socket, is one message', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const { id: before } = await person.store();
    const posts = Array.from({ length: 25 }, () => person.say('at once', clientId));
    const sends = Array.from({ length: 25 }, () => connection.send({ text: 'at once', clientId }, 15_000));
    const [answers, acks] = await Promise.all([Promise.all(posts), Promise.all(sends)]);
    const created = answers.filter(({ status }) => status === 201).length;
    assert.ok(created <= 1, `${created} answers were 201`);
    for (const { status, text } of answers) assert.ok([200, 201].includes(status), `${status} ${text}`);
    for (const ack of acks) assert.ok(ack.ok, JSON.stringify(ack));
    const given = [...answers.map(({ json }) => json.message), ...acks.map(({ message }) => message)];
    for (const message of given) assert.deepEqual(message, given[0]);
    const stored = await person.catchUp(before);
    assert.equal(stored.filter((message) => message.clientId === clientId).length, 1);
  }),

  check('of many POSTs of one clientId at once exactly one is 201', async (t) => {
    const person = await t.person();
    const clientId = freshClientId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.say('at once', clientId)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 19 }, () => 200), 201]);
  }),

  check('a clientId that was posted is acknowledged by socket with the same message', async (t) => {
    const { person, connection } = await t.joined();
    const message = await person.store('by POST');
    const ack = await connection.send({ text: 'by socket', clientId: message.clientId });
    assert.deepEqual(ack, { ok: true, message });
  }),

  check('a clientId that was sent by socket is 200 by POST with the same message', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const { message } = await connection.send({ text: 'by socket', clientId });
    const answer = await person.say('by POST', clientId);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json.message, message);
  }),

  check('a clientId sent twice by socket is acknowledged twice with the first message', async (t) => {
    const { connection } = await t.joined();
    const clientId = freshClientId();
    const first = await connection.send({ text: 'first', clientId });
    const second = await connection.send({ text: 'second', clientId });
    assert.equal(first.message.text, 'first');
    assert.deepEqual(second, first);
  }),

  check('a repeated clientId is not broadcast again', async (t) => {
    const { person, connection } = await t.joined();
    const message = await person.store();
    await connection.inbox.message(message.clientId);
    await person.say('again', message.clientId);
    await connection.send({ text: 'again', clientId: message.clientId });
    const end = await person.store();
    await connection.inbox.message(end.clientId);
    await pause(150);
    assert.equal(connection.inbox.messages.filter(({ clientId }) => clientId === message.clientId).length, 1);
  }),

  check('ids are dense whoever stores: many people at once, by POST and by socket', async (t) => {
    const people = await Promise.all(Array.from({ length: 5 }, () => t.joined()));
    const { id: before } = await people[0].person.store();
    const sent = people.flatMap(({ person, connection }) => [
      ...Array.from({ length: 8 }, () => person.store()),
      ...Array.from({ length: 8 }, async () => {
        const ack = await connection.send({ text: 'hello', clientId: freshClientId() }, 15_000);
        return ack.message;
      }),
    ]);
    const acknowledged = await Promise.all(sent);
    const stored = await people[0].person.catchUp(before);
    expectDense(stored, before + 1);
    const byId = new Map(stored.map((message) => [message.id, message]));
    for (const message of acknowledged) assert.deepEqual(byId.get(message.id), message);
    assert.equal(new Set(acknowledged.map(({ id }) => id)).size, acknowledged.length);
  }),

  check('whoever reads while others store sees no hole', async (t) => {
    const [reader, ...writers] = await t.people(4);
    const { id: start } = await reader.store();
    let writing = true;
    const written = Promise.all(
      writers.map(async (writer) => {
        for (let i = 0; i < 6; i++) await Promise.all([writer.store(), writer.store()]);
      }),
    ).finally(() => (writing = false));
    let seen = 0;
    while (writing) {
      const { messages } = await reader.page(`after=${start}&limit=200`);
      expectDense(messages, start + 1);
      assert.ok(messages.length >= seen, 'messages that had been read are gone');
      seen = messages.length;
    }
    await written;
  }),
];

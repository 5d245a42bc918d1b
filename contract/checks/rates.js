import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectErrorBody, expectRetryAfter, expectStatus, pause } from '../suite/expect.js';
import { floodUntilRefused } from '../suite/flood.js';
import { freshClientId } from '../suite/person.js';

// Alone: a server that others keep busy may take no more than a window holds, and so never refuse.
const options = { company: /** @type {const} */ ('alone'), rateLimited: true };

/** What may be stored within so many windows as have begun since a moment. @param {number} start of performance.now() */
const mostSince = (start) =>
  limits.messagesMax * (1 + Math.ceil((performance.now() - start) / 1000 / limits.messagesSeconds));

/**
 * Posts 10 at a time until one is refused, and gives that answer.
 * @param {import('../suite/person.js').Person} person
 */
async function drainByPost(person) {
  for (let rounds = 0; rounds < 20; rounds++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.say('quick')));
    const refused = answers.find(({ status }) => status !== 201);
    if (!refused) continue;
    expectError(refused, 'too_many_messages');
    return refused;
  }
  return assert.fail('200 messages were taken without a pause');
}

export const checks = [
  check(
    'a user may post 30 messages at once',
    async (t) => {
      const person = await t.person();
      const answers = await Promise.all(Array.from({ length: limits.messagesMax }, () => person.say('burst')));
      for (const answer of answers) expectStatus(answer, 201);
    },
    options,
  ),

  check(
    'a user may send 30 messages at once by socket, whatever was posted',
    async (t) => {
      const { person, connection } = await t.joined();
      await drainByPost(person);
      const acks = await Promise.all(
        Array.from({ length: limits.messagesMax }, () =>
          connection.send({ text: 'burst', clientId: freshClientId() }, 15_000),
        ),
      );
      for (const ack of acks) assert.equal(ack.ok, true, JSON.stringify(ack));
    },
    { ...options, needs: 'socketSend' },
  ),

  check(
    'a user who posts more than 30 messages in 3 s is refused with 429 too_many_messages',
    async (t) => {
      const person = await t.person();
      const start = performance.now();
      const answers = await Promise.all(Array.from({ length: 60 }, () => person.say('flood')));
      const stored = answers.filter(({ status }) => status === 201).length;
      assert.ok(stored >= limits.messagesMax && stored <= mostSince(start), `${stored} of 60 were stored`);
      if (stored === 60) await drainByPost(person);
      for (const answer of answers) if (answer.status !== 201) expectError(answer, 'too_many_messages');
    },
    options,
  ),

  check(
    'too_many_messages says in Retry-After how many whole seconds to wait, and then takes messages again',
    async (t) => {
      const person = await t.person();
      const answer = await drainByPost(person);
      expectRetryAfter(answer);
      const seconds = Number(answer.headers['retry-after']);
      assert.ok(seconds <= limits.messagesSeconds, `Retry-After: ${seconds}`);
      await pause(seconds * 1000);
      expectStatus(await person.say('later'), 201);
    },
    options,
  ),

  check(
    'a socket that sends more than 30 messages in 3 s gets too_many_messages as its ack',
    async (t) => {
      const { connection } = await t.joined();
      const send = () => connection.send({ text: 'flood', clientId: freshClientId() }, 15_000);
      const start = performance.now();
      const acks = await Promise.all(Array.from({ length: 60 }, send));
      const stored = acks.filter(({ ok }) => ok).length;
      assert.ok(stored >= limits.messagesMax && stored <= mostSince(start), `${stored} of 60 were stored`);
      if (stored === 60) await floodUntilRefused(connection);
      for (const { ok, error } of acks) if (!ok) expectErrorBody(error, 'too_many_messages');
    },
    options,
  ),

  check(
    'two sockets of a user share one limit',
    async (t) => {
      const { person, connection } = await t.joined();
      const tab = await t.join(person);
      const start = performance.now();
      const acks = await Promise.all(
        Array.from({ length: 70 }, (_, i) =>
          (i % 2 ? connection : tab).send({ text: 'flood', clientId: freshClientId() }, 15_000),
        ),
      );
      assert.ok(acks.filter(({ ok }) => ok).length <= mostSince(start), 'more than one limit');
    },
    options,
  ),

  check(
    'a repeated clientId costs what a message costs, and has the stored message when it is sent again after Retry-After',
    async (t) => {
      const person = await t.person();
      const message = await person.store();
      const { clientId } = message;
      const start = performance.now();
      const repeats = await Promise.all(Array.from({ length: 60 }, () => person.say('again', clientId)));
      const answered = repeats.filter(({ status }) => status === 200).length;
      assert.ok(answered <= mostSince(start), `${answered} of 60 repeats were answered`);
      for (const answer of repeats) if (answer.status !== 200) expectError(answer, 'too_many_messages');
      const refused = await drainByPost(person);
      await pause(1000 * Number(refused.headers['retry-after']));
      const again = await person.say('again', clientId);
      expectStatus(again, 200);
      assert.deepEqual(again.json.message, message);
    },
    options,
  ),

  check(
    'a message with a fault costs nothing, and its fault is told first',
    async (t) => {
      const person = await t.person();
      const faulty = await Promise.all(Array.from({ length: 20 }, () => person.say('')));
      for (const answer of faulty) expectError(answer, 'empty_text', 'text');
      const fresh = await Promise.all(Array.from({ length: limits.messagesMax }, () => person.say('new')));
      for (const answer of fresh) expectStatus(answer, 201);
      await drainByPost(person);
      expectError(await person.say(''), 'empty_text', 'text');
    },
    options,
  ),

  check(
    'one user at their limit leaves the others alone, and a refused message is not stored',
    async (t) => {
      const [ann, bob] = await t.people(2);
      const { id } = await bob.store();
      await drainByPost(ann);
      const clientId = freshClientId();
      const refused = await ann.say('refused', clientId);
      expectStatus(await bob.say('undisturbed'), 201);
      const stored = await bob.catchUp(id);
      assert.equal(
        stored.some((message) => message.clientId === clientId),
        refused.status === 201,
      );
    },
    options,
  ),
];

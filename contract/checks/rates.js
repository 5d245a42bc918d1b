import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectErrorBody, expectRetryAfter, expectStatus, pause } from '../suite/expect.js';
import { floodUntilRefused } from '../suite/flood.js';
import { freshClientId } from '../suite/person.js';

// Alone: a server that others keep busy may take no more than an allowance gains meanwhile, and so never refuse.
const options = { company: /** @type {const} */ ('alone'), rateLimited: true };

/**
 * Sends 10 at a time until one is refused.
 * What may pass is the burst and that gain.
 * @param {() => Promise<boolean>} send resolves to whether it was stored
 */
async function drain(send) {
  const start = performance.now();
  let stored = 0;
  for (let rounds = 0; rounds < 20; rounds++) {
    const taken = (await Promise.all(Array.from({ length: 10 }, send))).filter(Boolean).length;
    stored += taken;
    const ms = performance.now() - start;
    const most = limits.messagesBurst + (limits.messagesPerSecond * ms) / 1000;
    assert.ok(stored <= most + 1, `${stored} messages were taken within ${Math.round(ms)} ms`);
    if (taken < 10) return stored;
  }
  return assert.fail(`200 messages were taken within ${Math.round(performance.now() - start)} ms`);
}

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
      const answers = await Promise.all(Array.from({ length: limits.messagesBurst }, () => person.say('burst')));
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
        Array.from({ length: limits.messagesBurst }, () =>
          connection.send({ text: 'burst', clientId: freshClientId() }, 15_000),
        ),
      );
      for (const ack of acks) assert.equal(ack.ok, true, JSON.stringify(ack));
    },
    { ...options, needs: 'socketSend' },
  ),

  check(
    'a user who posts faster than 30 and 10 a second is refused with 429 too_many_messages',
    async (t) => {
      const person = await t.person();
      const start = performance.now();
      const answers = await Promise.all(Array.from({ length: 60 }, () => person.say('flood')));
      const seconds = (performance.now() - start) / 1000;
      const stored = answers.filter(({ status }) => status === 201).length;
      const most = limits.messagesBurst + Math.ceil(limits.messagesPerSecond * seconds) + 1;
      assert.ok(stored >= limits.messagesBurst && stored <= most, `${stored} of 60 stored within ${seconds} s`);
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
      assert.ok(seconds <= 4, `Retry-After: ${seconds}`);
      await pause(seconds * 1000);
      expectStatus(await person.say('later'), 201);
    },
    options,
  ),

  check(
    'a socket that sends faster than 30 and 10 a second gets too_many_messages as its ack',
    async (t) => {
      const { connection } = await t.joined();
      const send = () => connection.send({ text: 'flood', clientId: freshClientId() }, 15_000);
      const start = performance.now();
      const acks = await Promise.all(Array.from({ length: 60 }, send));
      const seconds = (performance.now() - start) / 1000;
      const refused = acks.filter(({ ok }) => !ok);
      const most = limits.messagesBurst + Math.ceil(limits.messagesPerSecond * seconds) + 1;
      assert.ok(
        60 - refused.length >= limits.messagesBurst && 60 - refused.length <= most,
        `${refused.length} of 60 refused`,
      );
      assert.ok(refused.length > 0, 'none was refused');
      for (const { error } of refused) expectErrorBody(error, 'too_many_messages');
      await pause(300);
      await drain(async () => (await send()).ok);
    },
    options,
  ),

  check(
    'two sockets of a user share one allowance',
    async (t) => {
      const { person, connection } = await t.joined();
      const tab = await t.join(person);
      const start = performance.now();
      const acks = await Promise.all(
        Array.from({ length: 70 }, (_, i) =>
          (i % 2 ? connection : tab).send({ text: 'flood', clientId: freshClientId() }, 15_000),
        ),
      );
      const gained = Math.ceil((limits.messagesPerSecond * (performance.now() - start)) / 1000);
      assert.ok(acks.filter(({ ok }) => ok).length <= limits.messagesBurst + gained + 1, 'more than one allowance');
    },
    options,
  ),

  check(
    'a repeated clientId costs nothing of the allowance',
    async (t) => {
      const person = await t.person();
      const { clientId } = await person.store();
      for (let i = 0; i < 4; i++) {
        const repeats = await Promise.all(Array.from({ length: 10 }, () => person.say('again', clientId)));
        for (const answer of repeats) expectStatus(answer, 200);
      }
      const fresh = await Promise.all(Array.from({ length: limits.messagesBurst - 1 }, () => person.say('new')));
      for (const answer of fresh) expectStatus(answer, 201);
    },
    options,
  ),

  check(
    'a repeated clientId is 200 even when the allowance is used up',
    async (t) => {
      const person = await t.person();
      const { clientId } = await person.store();
      await drainByPost(person);
      expectStatus(await person.say('again', clientId), 200);
    },
    options,
  ),

  check(
    'repeats of one clientId at once cost nothing of the allowance, though none was stored before',
    async (t) => {
      const { person, connection } = await t.joined();
      const many = Array.from({ length: 2 * limits.messagesBurst });
      const [posted, sent] = [freshClientId(), freshClientId()];
      for (const answer of await Promise.all(many.map(() => person.say('at once', posted))))
        assert.ok([200, 201].includes(answer.status), `${answer.status} ${answer.text}`);
      for (const ack of await Promise.all(many.map(() => connection.send({ text: 'at once', clientId: sent }, 15_000))))
        assert.equal(ack.ok, true, JSON.stringify(ack));
    },
    { ...options, needs: 'socketSend' },
  ),

  check(
    'by socket a repeated clientId is answered when the allowance is used up too, whichever way it came first',
    async (t) => {
      const { person, connection } = await t.joined();
      const posted = await person.store();
      await connection.inbox.message(posted.clientId);
      const { message } = await connection.send({ text: 'first', clientId: freshClientId() }, 15_000);
      await floodUntilRefused(connection);
      const repeats = [posted, message].map(({ clientId }) => connection.send({ text: 'again', clientId }, 15_000));
      assert.deepEqual(await Promise.all(repeats), [
        { ok: true, message: posted },
        { ok: true, message },
      ]);
    },
    options,
  ),

  check(
    'a message with a fault costs nothing of the allowance, and its fault is told first',
    async (t) => {
      const person = await t.person();
      const faulty = await Promise.all(Array.from({ length: 20 }, () => person.say('')));
      for (const answer of faulty) expectError(answer, 'empty_text', 'text');
      const fresh = await Promise.all(Array.from({ length: limits.messagesBurst }, () => person.say('new')));
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

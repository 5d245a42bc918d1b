import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectDense, expectError, expectStatus, pause } from '../suite/expect.js';
import { floodUntilRefused } from '../suite/flood.js';

const options = /** @type {const} */ ({ company: 'restart' });

export const checks = [
  check(
    'sessions, users and messages outlive a restart of the server',
    async (t) => {
      const person = await t.person();
      // Whatever some reader of files takes for the end of a line.
      const message = await person.store('before\u2028two\u2029three\nfour');
      await t.restartServer?.();
      expectStatus(await person.get('/me'), 200);
      const later = await person.store('after');
      const stored = await person.catchUp(message.id - 1);
      expectDense(stored, message.id);
      assert.deepEqual(stored[0], message);
      assert.deepEqual(stored[later.id - message.id], later);
      assert.deepEqual((await person.again()).user, person.user);
    },
    options,
  ),

  check(
    'what was edited and deleted outlives a restart, and revs go on',
    async (t) => {
      const person = await t.person();
      const [one, two] = [await person.store('one'), await person.store('two')];
      const { message: edited } = (await person.edit(one.id, 'edited')).json;
      const { message: deleted } = (await person.remove(two.id)).json;
      await t.restartServer?.();
      const page = async (/** @type {number} */ id) => (await person.page(`after=${id - 1}&limit=1`)).messages;
      assert.deepEqual([...(await page(one.id)), ...(await page(two.id))], [edited, deleted]);
      assert.deepEqual((await person.page(`changedAfter=${edited.rev - 1}`)).messages, [edited, deleted]);
      assert.equal((await t.join(person)).welcome.rev, deleted.rev);
      assert.equal((await person.edit(one.id, 'again')).json.message.rev, deleted.rev + 1);
    },
    options,
  ),

  check(
    'a clientId is remembered over a restart',
    async (t) => {
      const person = await t.person();
      const message = await person.store('before');
      await t.restartServer?.();
      const answer = await person.say('after', message.clientId);
      expectStatus(answer, 200);
      assert.deepEqual(answer.json.message, message);
    },
    options,
  ),

  check(
    'by socket an old clientId is answered after a restart too, also when the allowance is used up',
    async (t) => {
      const person = await t.person();
      const message = await person.store('before');
      await t.restartServer?.();
      const connection = await t.join(person);
      await floodUntilRefused(connection);
      const repeated = await connection.send({ text: 'after', clientId: message.clientId }, 15_000);
      assert.deepEqual(repeated, { ok: true, message });
    },
    { ...options, rateLimited: true },
  ),

  check(
    'a shutdown closes sockets in the way that makes their client connect again',
    async (t) => {
      const { person, connection } = await t.joined();
      await t.restartServer?.();
      assert.equal(await Promise.race([connection.ended, pause(3000).then(() => 'still open')]), 'shutdown');
      assert.deepEqual((await t.join(person)).welcome.me, person.user);
    },
    options,
  ),

  check(
    'while the server restarts, GET /online tells who is online or is a 503 that says what is away',
    async (t) => {
      const person = await t.person();
      let restarting = true;
      const restart = Promise.resolve(t.restartServer?.()).finally(() => (restarting = false));
      // It is awaited below; until then its failure is nobody's.
      restart.catch(() => {});
      do {
        await pause(50);
        // Nobody listens, or the connection breaks: that is no answer.
        const answer = await person.get('/online').catch(() => null);
        if (answer?.status === 503) {
          // A proxy whose workers are away says that they are busy.
          const code = answer.json?.error?.code;
          expectError(answer, code === 'too_many_connections' ? code : 'presence_unavailable');
        } else if (answer) {
          expectStatus(answer, 200);
          assert.ok(Array.isArray(answer.json?.users), answer.text);
        }
      } while (restarting);
      await restart;
      expectStatus(await person.get('/online'), 200);
    },
    options,
  ),
];

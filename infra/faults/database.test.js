// The database dies, hangs or restarts while people send. CHAT_INSTANCE names an instance that runs on real databases.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test as toTest } from 'node:test';
import { promisify } from 'node:util';
import { createClient, messagesAfter, PASSWORD } from '../../contract/client.js';
import { address, recall, root } from '../lib/instance.js';
import { parts } from '../lib/parts.js';
import { keptSettings } from '../lib/settings.js';
import { states } from '../lib/supervisor.js';
import { Sender } from './traffic.js';

const found = recall(process.env.CHAT_INSTANCE ?? 'dev');
assert.ok(found?.options.real, 'CHAT_INSTANCE names an instance that infra/up --real started');
const it = found;
const names = parts(it).map((part) => part.name);
const pause = (/** @type {number} */ ms) => new Promise((next) => setTimeout(next, ms));

/** @param {string[]} words */
const ctl = (...words) => promisify(execFile)(join(root, 'infra/ctl'), ['--instance', it.name, ...words]);

const databases = /** @type {const} */ ({ node: 'mongo', laravel: 'mariadb' });
// Both at the same time: neither chat knows the other's database.
describe('a chat goes on', { concurrency: 2 }, () => {
  for (const chat of /** @type {const} */ (['node', 'laravel'])) {
    const database = databases[chat];
    const skip = names.includes(database) ? false : `${it.name} has no ${database} of its own`;
    // node:test counts skipped tests, but not those of a skipped `describe`, which nobody would miss.
    const test = (/** @type {string} */ name, /** @type {() => Promise<void>} */ run) => toTest(name, { skip }, run);
    describe(`${chat} while ${database}`, { concurrency: 1 }, () => {
      /** @type {Sender[]} */
      let senders = [];
      /** @type {import('../../contract/client.js').Person} */
      let reader;
      /** @type {import('../../contract/client.js').Client} */
      let client;
      let first = 0;
      /** @type {import('../../contract/client.js').Connection[]} */
      let connections = [];

      before(async () => {
        if (skip) return;
        client = await createClient(address(it, 'http', it.ports[chat]));
        const people = await Promise.all([1, 2, 3, 4].map(() => client.person()));
        reader = people[0];
        first = (await reader.say('the first')).json.message.id;
        const [one, other, third, fourth] = people;
        connections = await Promise.all([third, fourth].map((person) => person.join()));
        senders = [Sender.byPost(one), Sender.byPost(other), ...connections.map(Sender.bySocket)];
        await everybodyIsAcknowledged();
      });
      after(async () => {
        await Promise.all(senders.map((sender) => sender.stop()));
        connections.forEach((connection) => connection.close());
      });

      /** Each of the senders gets a message stored, from now on. @param {number} [seconds] */
      async function everybodyIsAcknowledged(seconds = 30) {
        const before = senders.map((sender) => sender.acknowledged.size);
        const behind = () => senders.flatMap((sender, i) => (sender.acknowledged.size > before[i] + 1 ? [] : [i]));
        for (const end = Date.now() + seconds * 1000; behind().length > 0; await pause(100)) {
          assert.ok(Date.now() < end, `senders ${behind()} got nothing stored for ${seconds} s; ${faults()}`);
        }
      }
      /** The supervisor has started it again. */
      async function databaseIsBack() {
        for (const end = Date.now() + 30_000; (await states(it))[database]?.state !== 'RUNNING'; await pause(200)) {
          assert.ok(Date.now() < end, `${database} is not back after 30 s`);
        }
      }
      const refusals = () => senders.reduce((sum, sender) => sum + sender.refusals, 0);
      const faults = () => [...new Set(senders.flatMap((sender) => sender.faults))].join('; ');

      test('is killed: the senders go on by themselves once it is back', async () => {
        await ctl('signal', 'KILL', database);
        await databaseIsBack();
        await everybodyIsAcknowledged();
        assert.equal(faults(), '');
      });

      test('is frozen: senders are told store_unavailable within 5 s, and go on once it thaws', async () => {
        const before = refusals();
        await ctl('signal', 'STOP', database);
        try {
          for (const end = Date.now() + 12_000; refusals() < before + senders.length; await pause(100)) {
            assert.ok(Date.now() < end, `${refusals() - before} refusals in 12 s; ${faults()}`);
          }
          const login = await client.call('POST', '/login', { json: { login: reader.login, password: PASSWORD } });
          assert.equal(login.json.error?.code, 'store_unavailable', `a login meanwhile: ${login.text}`);
          assert.doesNotMatch(login.json.error.message, /clientId/);
          const asked = Date.now();
          const { status, text } = await reader.get('/messages');
          assert.ok(Date.now() - asked < 6000, `reading took ${Date.now() - asked} ms`);
          if (chat === 'node') assert.equal(status, 200, `recent messages come from memory: ${text.slice(0, 200)}`);
          else assert.ok(status === 200 || status === 503, `reading answered ${status}: ${text.slice(0, 200)}`);
        } finally {
          await ctl('signal', 'CONT', database);
        }
        await everybodyIsAcknowledged();
        assert.equal(faults(), '');
      });

      if (chat === 'laravel')
        test('waits for a worker that has a lock and says no more: the senders go on soon', async () => {
          const env = { ...process.env, ...keptSettings(it) };
          const holder = spawn('php', [join(root, 'infra/faults/holdLock.php')], {
            env,
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          try {
            const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
            assert.equal(String(said), 'held\n');
            await everybodyIsAcknowledged();
            assert.equal(holder.exitCode, null, 'it holds its connection still');
          } finally {
            holder.kill();
          }
          assert.equal(faults(), '');
        });

      test('is restarted: the senders go on by themselves', async () => {
        await ctl('restart', database);
        await everybodyIsAcknowledged();
        assert.equal(faults(), '');
      });

      test('... nothing acknowledged is lost, nothing is stored twice, and ids have no hole', async () => {
        await Promise.all(senders.map((sender) => sender.stop()));
        const stored = await messagesAfter(reader, first - 1);
        assert.deepEqual(
          stored.map(({ id }) => id),
          stored.map((_, i) => first + i),
        );
        const idsOf = new Map();
        for (const { clientId, id } of stored) idsOf.set(clientId, [...(idsOf.get(clientId) ?? []), id]);
        const acknowledged = senders.flatMap((sender) => [...sender.acknowledged]);
        assert.ok(acknowledged.length > 20, `${acknowledged.length} messages are too few to tell`);
        for (const [clientId, id] of acknowledged) assert.deepEqual(idsOf.get(clientId), [id], clientId);
        assert.equal(stored.length - 1, acknowledged.length, 'all that was stored was acknowledged in the end');
      });
    });
  }
});

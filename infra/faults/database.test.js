// A database dies, hangs or restarts while people send. CHAT_INSTANCE names an instance of infra/up --real.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test as toTest } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient, freshId, messagesAfter, PASSWORD } from '../../contract/harness/client.js';
import { addressOf, readInstance, root } from '../lib/instance.js';
import { partsOf } from '../lib/parts.js';
import { readSettings } from '../lib/settings.js';

const found = readInstance(process.env.CHAT_INSTANCE ?? 'dev');
assert.ok(found?.options.real, 'CHAT_INSTANCE names an instance that infra/up --real started');
const instance = found;
const names = partsOf(instance).map((part) => part.name);

const ctl = (...args) => promisify(execFile)(join(root, 'infra/ctl'), ['--instance', instance.name, ...args]);

/** A user sends 5 messages a second, which is half of the rate limit. */
const PACE_MS = 200;
const MESSAGES = 20;

// Both chats are tested at the same time: neither knows the other's database.
describe('a chat goes on', { concurrency: 2 }, () => {
  for (const [chat, database] of [
    ['node', 'mongo'],
    ['laravel', 'mariadb'],
  ]) {
    const skip = names.includes(database) ? false : `${instance.name} has no ${database} of its own`;
    // node:test does not count the tests of a skipped `describe`.
    const test = (name, run) => toTest(name, { skip, timeout: 240_000 }, run);
    describe(`${chat} while ${database}`, { concurrency: 1 }, () => {
      let client;
      let reader;
      let connection;
      let first = 0;
      /** Acknowledged ids by clientId. */
      const acknowledged = new Map();

      /** Each way sends a message and gives the answer. */
      const ways = [
        async (clientId) => (await reader.say('fault', clientId)).json,
        async (clientId) => connection.send({ text: 'fault', clientId }),
      ];

      before(async () => {
        if (skip) return;
        client = await createClient(addressOf(instance, 'http', instance.ports[chat]));
        reader = await client.person();
        connection = await (await client.person()).join();
        first = (await reader.say('the first')).json.message.id;
      });
      after(() => connection?.close());

      /** Sends until the message is stored, as the page does. */
      async function store(send, clientId) {
        let answer;
        while (!(answer = await send(clientId)).message) {
          assert.equal(answer.error.code, 'store_unavailable');
          await pause(PACE_MS);
        }
        acknowledged.set(clientId, answer.message.id);
      }

      for (const [what, command] of [
        ['killed', ['signal', 'KILL']],
        ['restarted', ['restart']],
      ])
        test(`is ${what} amid sends: later sends succeed`, async () => {
          let fault;
          const sending = ways.map(async (send) => {
            for (let i = 0; i < MESSAGES; i++) {
              await store(send, freshId());
              if (i === 2) fault ??= ctl(...command, database);
              await pause(PACE_MS);
            }
            await fault;
            await store(send, freshId());
          });
          await Promise.all(sending);
        });

      test('is frozen: senders get store_unavailable, and their messages are stored after the thaw', async () => {
        const ids = ways.map(() => freshId());
        await ctl('signal', 'STOP', database);
        try {
          const answers = await Promise.all(ways.map((send, i) => send(ids[i])));
          for (const { error } of answers) assert.equal(error.code, 'store_unavailable');
          const login = await client.call('POST', '/login', { json: { login: reader.login, password: PASSWORD } });
          assert.equal(login.json.error?.code, 'store_unavailable', login.text);
          // A login has no clientId to send again.
          assert.doesNotMatch(login.json.error.message, /clientId/);
          const { status, text } = await reader.get('/messages');
          if (chat === 'node') assert.equal(status, 200, `recent messages come from memory: ${text}`);
          else assert.ok(status === 200 || status === 503, `${status} ${text}`);
        } finally {
          await ctl('signal', 'CONT', database);
        }
        await Promise.all(ways.map((send, i) => store(send, ids[i])));
      });

      if (chat === 'laravel')
        test('waits for a worker that holds a lock and hangs: sends soon succeed again', async () => {
          const env = { ...process.env, ...readSettings(instance) };
          const holder = spawn('php', [join(root, 'infra/faults/holdLock.php')], {
            env,
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          try {
            const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
            assert.equal(String(said), 'held\n');
            await Promise.all(ways.map((send) => store(send, freshId())));
            assert.equal(holder.exitCode, null, 'it holds its connection still');
          } finally {
            holder.kill();
          }
        });

      test('... no acknowledged message is lost, none is stored twice, and ids have no hole', async () => {
        const stored = await messagesAfter(reader, first);
        assert.deepEqual(
          stored.map(({ id }) => id),
          stored.map((_, i) => first + 1 + i),
        );
        assert.deepEqual(
          stored.map(({ clientId, id }) => [clientId, id]),
          [...acknowledged].sort(([, one], [, other]) => one - other),
        );
      });
    });
  }
});

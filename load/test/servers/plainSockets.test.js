import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allChecks } from '../../../contract/suite/allChecks.js';
import { runChecks } from '../../../contract/suite/runner.js';
import { learnServer } from '../../../contract/suite/server.js';
import { startPrivateServer } from '../../servers/privateServer.js';

/** What has to hold on any server of the Pusher protocol: messages by POST to everybody, once, and who is there. */
const WANTED = [
  'once: one clientId sent 50 times at once, by POST and by socket, is one message',
  'online: GET /online counts and lists who has joined, each with id and name',
  'online: who is logged in but has not joined is not online',
  'realtime: a posted message comes to everybody, the poster too',
  'realtime: a message sent by socket comes to everybody, the sender and their other tab too',
  'socketPayloads: a refused message is acknowledged with the same error as by POST',
  'sockets: a socket without a session is told not_logged_in and does not join',
  'wire: a forged or borrowed proof of a session joins nothing',
];

test('the Laravel chat works on a Pusher server that knows nothing of it: our own package, in its plain form', async (t) => {
  const env = {
    CHAT_SOCKET_SERVER: 'pusher',
    CHAT_API_ON_SOCKET_PORT: '1',
    CHAT_API_KEY: undefined,
    CHAT_API_SECRET: undefined,
  };
  const { url, stop } = await startPrivateServer('laravel', { env });
  t.after(stop);
  const server = await learnServer(url);
  assert.ok(!server.config.features.includes('socketSend'));
  const checks = (await allChecks()).filter(({ topic, name }) => WANTED.includes(`${topic}: ${name}`));
  assert.equal(checks.length, WANTED.length, 'each of them is there under that name');
  const results = await runChecks(server, checks);
  assert.deepEqual(
    results.filter(({ outcome }) => outcome !== 'passed'),
    [],
  );
});

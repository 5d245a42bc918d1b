// Joins a running websockets:serve by laravel-echo, unchanged: who is here, who joins, who leaves.
// Usage: node libraries.mjs PORT. Exits 1 if one is missing; contract/libraries has the other uses of libraries.
import assert from 'node:assert/strict';
import Echo from 'laravel-echo';
import PusherServer from 'pusher';
import PusherModule from 'pusher-js';

const Pusher = PusherModule.default ?? PusherModule;
const server = new PusherServer({ appId: '1', key: 'key', secret: 'secret' });
setTimeout(() => assert.fail('not told within a minute'), 60_000).unref();

/** @param {string} userId */
function echo(userId) {
  const client = new Pusher('key', {
    wsHost: '127.0.0.1', wsPort: Number(process.argv[2]), forceTLS: false, enabledTransports: ['ws'], cluster: 'none', disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => callback(null, server.authorizeChannel(socketId, channelName, { user_id: userId, user_info: { name: `user ${userId}` } })),
    },
  });
  return new Echo({ broadcaster: 'pusher', key: 'key', client });
}

const [ann, ben] = [echo('ann'), echo('ben')];
const chat = ann.join('chat');
assert.deepEqual(await new Promise((resolve) => chat.here(resolve)), [{ name: 'user ann' }]);
const joining = new Promise((resolve) => chat.joining(resolve));
const leaving = new Promise((resolve) => chat.leaving(resolve));
const withBen = await new Promise((resolve) => ben.join('chat').here(resolve));
assert.deepEqual(withBen.map(({ name }) => name).sort(), ['user ann', 'user ben']);
assert.deepEqual(await joining, { name: 'user ben' });
ben.leave('chat');
assert.deepEqual(await leaving, { name: 'user ben' });
process.exit(0);

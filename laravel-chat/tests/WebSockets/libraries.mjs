// Drives a running websockets:serve with the public libraries, unchanged: pusher-js, laravel-echo and ws.
// Usage: node libraries.mjs PORT API_SOCKET. Prints one line a check; exits 1 at the first that fails.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import Echo from 'laravel-echo';
import PusherServer from 'pusher';
import PusherModule from 'pusher-js';
import WebSocket from 'ws';

const Pusher = PusherModule.default ?? PusherModule;
const port = Number(process.argv[2]);
const server = new PusherServer({ appId: '1', key: 'key', secret: 'secret' });
const clients = [];

/** @param {string} [userId] */
function options(userId = '1') {
  return {
    wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'], cluster: 'none', disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => callback(null, server.authorizeChannel(socketId, channelName, { user_id: userId, user_info: { name: `user ${userId}` } })),
    },
  };
}

function client(userId) {
  const pusher = new Pusher('key', options(userId));
  clients.push(pusher);
  return pusher;
}

/** The data of the next such event. */
const next = (emitter, event) => new Promise((resolve, reject) => {
  emitter.bind(event, resolve);
  setTimeout(() => reject(new Error(`${event} did not come`)), 60_000).unref();
});

async function subscribed(pusher, name) {
  const channel = pusher.subscribe(name);
  await next(channel, 'pusher:subscription_succeeded');
  return channel;
}

const checks = {
  'pusher-js hears what a worker publishes': async () => {
    const channel = await subscribed(client('t'), 'presence-chat');
    const heard = next(channel, 'messages');
    const message = { id: 1, user: { id: 't', name: 't' }, text: 'ä"', at: '2026-01-31T12:00:00.000Z', clientId: 'c' };
    const publish = request({ socketPath: process.argv[3], path: '/events/messages', method: 'POST' });
    publish.end(JSON.stringify({ messages: [message] }));
    assert.equal((await once(publish, 'response'))[0].statusCode, 200);
    assert.deepEqual(await heard, { messages: [message] });
  },
  'a wrong signature is told as a subscription error': async () => {
    const pusher = new Pusher('key', { ...options(), channelAuthorization: { customHandler: (_, callback) => callback(null, { auth: 'key:wrong', channel_data: '{"user_id":"1"}' }) } });
    clients.push(pusher);
    assert.equal((await next(pusher.subscribe('presence-chat'), 'pusher:subscription_error')).status, 401);
  },
  'laravel-echo hears who is here, who joins and who leaves': async () => {
    const echo = (userId) => new Echo({ broadcaster: 'pusher', key: 'key', client: client(userId) });
    const [ann, ben] = [echo('ann'), echo('ben')];
    const chat = ann.join('chat');
    const here = await new Promise((resolve) => chat.here(resolve));
    assert.ok(here.some(({ name }) => name === 'user ann'));
    const joining = new Promise((resolve) => chat.joining((user) => user.name === 'user ben' && resolve()));
    const leaving = new Promise((resolve) => chat.leaving((user) => user.name === 'user ben' && resolve()));
    const withBen = await new Promise((resolve) => ben.join('chat').here(resolve));
    assert.deepEqual(withBen.map(({ name }) => name).filter((name) => /ann|ben/.test(name)).sort(), ['user ann', 'user ben']);
    await joining;
    ben.leave('chat');
    await leaving;
  },
  'the ws client opens, pings and closes': async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7`);
    await once(socket, 'message');
    socket.ping('x');
    assert.equal(String((await once(socket, 'pong'))[0]), 'x');
    socket.close(3001, 'enough');
    assert.equal((await once(socket, 'close'))[0], 3001);
  },
  'pusher-js reads what a refused key means': async () => {
    const pusher = new Pusher('nobody', options());
    clients.push(pusher);
    const error = await next(pusher.connection, 'error');
    assert.equal((error.data ?? error.error.data).code, 4001);
  },
};

await Promise.all(Object.entries(checks).map(([name, check]) => check().then(() => console.log(`ok ${name}`))));
for (const pusher of clients) pusher.disconnect();
process.exit(0);

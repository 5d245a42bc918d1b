// Drives a running websockets:serve with the public libraries, unchanged: pusher-js, laravel-echo, pusher (server) and ws.
// Usage: node libraries.mjs PORT. Prints one line a check; exits 1 at the first that fails.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import Echo from 'laravel-echo';
import PusherServer from 'pusher';
import PusherModule from 'pusher-js';
import WebSocket from 'ws';

const Pusher = PusherModule.default ?? PusherModule;
const port = Number(process.argv[2]);
const server = new PusherServer({ appId: '1', key: 'key', secret: 'secret', host: '127.0.0.1', port: String(port), useTLS: false, encryptionMasterKeyBase64: Buffer.alloc(32, 7).toString('base64') });
const clients = [];

/** @param {string} [userId] */
function options(userId = '1') {
  return {
    wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'], cluster: 'none', disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => callback(null, server.authorizeChannel(socketId, channelName, channelName.startsWith('presence-') ? { user_id: userId, user_info: { name: `user ${userId}` } } : undefined)),
    },
    userAuthentication: { customHandler: ({ socketId }, callback) => callback(null, server.authenticateUser(socketId, { id: userId, name: 'one' })) },
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
  setTimeout(() => reject(new Error(`${event} did not come`)), 3000).unref();
});

async function subscribed(pusher, name) {
  const channel = pusher.subscribe(name);
  await next(channel, 'pusher:subscription_succeeded');
  return channel;
}

const checks = {
  'pusher-js hears on a public channel what the pusher library triggers': async () => {
    const channel = await subscribed(client(), 'news');
    const heard = next(channel, 'headline');
    assert.equal((await server.trigger('news', 'headline', { text: 'ä"' })).status, 200);
    assert.deepEqual(await heard, { text: 'ä"' });
  },
  'the pusher library triggers batches, and events for all but one socket': async () => {
    const [one, two] = [client(), client()];
    const channels = [await subscribed(one, 'private-a'), await subscribed(two, 'private-a')];
    let wrong = 0;
    channels[0].bind('b', () => wrong++);
    const heard = [next(channels[1], 'a'), next(channels[1], 'b')];
    await server.triggerBatch([{ channel: 'private-a', name: 'a', data: 1 }, { channel: 'private-a', name: 'c', data: 1 }]);
    await server.trigger('private-a', 'b', {}, { socket_id: one.connection.socket_id });
    await Promise.all(heard);
    assert.equal(wrong, 0);
  },
  'an encrypted channel stays unreadable for the server and readable for pusher-js': async () => {
    const channel = await subscribed(client(), 'private-encrypted-a');
    const heard = next(channel, 'secret');
    await server.trigger('private-encrypted-a', 'secret', { hidden: true });
    assert.deepEqual(await heard, { hidden: true });
  },
  'a presence channel keeps the member list of pusher-js': async () => {
    const ann = await subscribed(client('a'), 'presence-room');
    const [added, removed] = [next(ann, 'pusher:member_added'), next(ann, 'pusher:member_removed')];
    const ben = client('b');
    const channel = await subscribed(ben, 'presence-room');
    assert.equal((await added).id, 'b');
    assert.deepEqual([channel.members.count, channel.members.me.info.name, ann.members.count], [2, 'user b', 2]);
    ben.disconnect();
    assert.equal((await removed).id, 'b');
  },
  'client events go from pusher-js to pusher-js': async () => {
    const [one, two] = [await subscribed(client(), 'private-talk'), await subscribed(client(), 'private-talk')];
    const heard = next(two, 'client-hello');
    one.trigger('client-hello', { a: [1] });
    assert.deepEqual(await heard, { a: [1] });
  },
  'a wrong signature is told as a subscription error': async () => {
    const pusher = new Pusher('key', { ...options(), channelAuthorization: { customHandler: (_, callback) => callback(null, { auth: 'key:wrong' }) } });
    clients.push(pusher);
    assert.equal((await next(pusher.subscribe('private-a'), 'pusher:subscription_error')).status, 401);
  },
  'signing in lets the server address and end a user': async () => {
    const pusher = client('42');
    await next(pusher.connection, 'connected');
    const signedIn = next(pusher, 'pusher:signin_success');
    pusher.signin();
    await signedIn;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const heard = next(pusher.user, 'mail');
    await server.sendToUser('42', 'mail', { n: 1 });
    assert.deepEqual(await heard, { n: 1 });
    const ended = next(pusher.connection, 'disconnected');
    await server.terminateUserConnections('42');
    await ended;
  },
  'the pusher library reads channels, a channel and its users': async () => {
    await subscribed(client('r'), 'presence-read');
    const read = async (path, params) => (await server.get({ path, params })).json();
    assert.deepEqual(await read('/channels', { filter_by_prefix: 'presence-read', info: 'user_count' }), { channels: { 'presence-read': { user_count: 1 } } });
    assert.deepEqual(await read('/channels/presence-read', { info: 'user_count,subscription_count' }), { occupied: true, user_count: 1, subscription_count: 1 });
    assert.deepEqual(await read('/channels/presence-read/users'), { users: [{ id: 'r' }] });
    await assert.rejects(server.get({ path: '/channels/news/users' }), { status: 400 });
  },
  'laravel-echo listens, joins and whispers': async () => {
    const echo = (userId) => new Echo({ broadcaster: 'pusher', key: 'key', client: client(userId) });
    const [ann, ben] = [echo('a'), echo('b')];
    const heard = new Promise((resolve) => ann.channel('orders').listen('.shipped', resolve).subscribed(() => server.trigger('orders', 'shipped', { id: 7 })));
    assert.deepEqual(await heard, { id: 7 });
    const here = await new Promise((resolve) => ann.join('lounge').here(resolve));
    assert.deepEqual(here, [{ name: 'user a' }]);
    const joining = new Promise((resolve) => ann.join('lounge').joining(resolve));
    const whispered = new Promise((resolve) => ann.join('lounge').listenForWhisper('typing', resolve));
    const lounge = ben.join('lounge');
    await new Promise((resolve) => lounge.here(resolve));
    assert.deepEqual(await joining, { name: 'user b' });
    lounge.whisper('typing', { now: true });
    assert.deepEqual(await whispered, { now: true });
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

for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log(`ok ${name}`);
}
for (const pusher of clients) pusher.disconnect();
process.exit(0);

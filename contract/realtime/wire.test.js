import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { config, freshId, messagesAfter, person, server, without } from '../server.js';
import { authorize } from '../wires.js';

const bySocket = { skip: without('socketSend') };
const onSocketIo = { skip: !config.transports?.includes('polling') && 'this server has no polling' };
const onPusher = { skip: config.wire !== 'pusher' && 'this is another wire' };

/** @type {Record<string, string[]>} */
const UNKNOWN = {
  'socket.io': [
    '42["no such event",{"text":"x"}]',
    '42["message:read",1,null,[]]',
    '4399["an answer nobody asked for"]',
  ],
  pusher: [
    '{"event":"no such event","data":{"text":"x"}}',
    `{"event":"client-other","channel":"${config.channel}","data":{"text":"x"}}`,
    '{"event":"pusher:unsubscribe","data":{"channel":"presence-elsewhere"}}',
  ],
};

test('frames of unknown meaning are ignored, and the socket stays open', bySocket, async () => {
  const raw = await (await person()).joinRaw();
  for (const frame of UNKNOWN[config.wire]) raw.send(frame);
  const clientId = freshId();
  raw.send(raw.frame({ text: 'still here', clientId }));
  const ack = await raw.received.next('ack', ({ message }) => message?.clientId === clientId);
  assert.equal(ack.ok, true);
});

test('a message in fragments is read as one', bySocket, async () => {
  const raw = await (await person()).joinRaw();
  const packet = Buffer.from(raw.frame({ text: 'in p\u00ef\u00e8ces \u{1F600}', clientId: freshId() }));
  for (let i = 0; i < packet.length; i += 7)
    raw.socket.send(packet.subarray(i, i + 7), { binary: false, fin: i + 7 >= packet.length });
  const { message } = await raw.received.next('ack');
  assert.equal(message.text, 'in p\u00ef\u00e8ces \u{1F600}');
});

test('a socket cannot join with the signature of another socket', onPusher, async () => {
  const { cookie } = await person();
  const [mine, other] = await Promise.all([server.openSocket(), server.openSocket()]);
  const { socket_id: socketId } = await other.received.next('pusher:connection_established');
  const { json } = await authorize(server, cookie, socketId);
  mine.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: config.channel, ...json } }));
  const refused = ['pusher:error', 'pusher:subscription_error'].map((name) => mine.received.next(name));
  await Promise.any([...refused, mine.closed]);
  assert.ok(!mine.received.events.some(({ name }) => /welcome|succeeded/.test(name)));
});

test('a socket that asks for another channel does not join the chat', onPusher, async () => {
  const ann = await person();
  const { id } = (await ann.say('before')).json.message;
  const raw = await server.openSocket();
  const clientId = freshId();
  raw.send('{"event":"pusher:subscribe","data":{"channel":"elsewhere"}}');
  const answers = ['pusher_internal:subscription_succeeded', 'pusher:subscription_error'];
  await Promise.any(answers.map((name) => raw.received.next(name)));
  raw.send(JSON.stringify({ event: 'client-message', channel: 'elsewhere', data: { text: 'x', clientId } }));
  raw.send('{"event":"pusher:ping","data":{}}');
  await raw.received.next('pusher:pong');
  assert.ok(!raw.received.all('ack').some(({ ok }) => ok));
  const stored = await messagesAfter(ann, id);
  assert.ok(!stored.some((message) => message.clientId === clientId));
});

test('a client moves from polling to WebSocket', onSocketIo, async () => {
  const { cookie } = await person();
  const opened = await fetch(`${config.socketUrl}/socket.io/?EIO=4&transport=polling`, { headers: { cookie } });
  const { sid } = JSON.parse((await opened.text()).slice(1));
  const address = `${config.socketUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`;
  const socket = new WebSocket(address, { headers: { cookie } });
  await once(socket, 'open');
  socket.send('2probe');
  assert.equal(String((await once(socket, 'message'))[0]), '3probe');
  socket.terminate();
});

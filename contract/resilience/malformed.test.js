import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { config, limits, person, randomRuns, readMessage, url } from '../harness/underTest.js';

const CHANNEL = config.channel;
const BRACKETS = '['.repeat(10_000) + ']'.repeat(10_000);
const subscribe = (channel, more = {}) => JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...more } });
const event = (name, data, channel = CHANNEL) => JSON.stringify({ event: name, channel, data });

/** Each row has the frames of one joined socket; none is a message. */
const PACKETS = {
  'socket.io': [
    ['42', '42[]', '42{}', '42""'],
    ['42[', '42["message"', '42["message",{"text"'],
    ['42[1]', '42[null]', '42[["message"]]', '42[{"a":1}]'],
    // The server and JavaScript use these names themselves.
    ['42["connect"]', '42["disconnect","x"]', '42["error","x"]', '42["newListener","x"]'],
    ['42["__proto__",{}]', '42["constructor",{}]', '42["toString"]', '42["no such event",{"text":"x"}]'],
    ['4299999999999999999999["message",{}]', '42-1["message",{"text":""}]'],
    ['430[]', '43999["x"]', '43-1[]', '430{}'],
    // The announced binary never comes.
    ['451-["message",{"_placeholder":true,"num":0}]', '451000000-["message",{"_placeholder":true,"num":0}]'],
    ['451-["message",{"_placeholder":true,"num":"x"}]', '461-0[{"_placeholder":true,"num":0}]'],
    ['40', '40{"token":"x"}'],
    ['40[]', '40"x"', '40null', '40{'],
    ['40/admin,', '42/admin,["message",{}]', `40/${'a'.repeat(10_000)},`, '40/__proto__,'],
    ['47', '48["x"]', '4x', '7', '9', 'z'],
    ['0{"sid":"x"}', '3', '3probe', '5', '6', '2probe'],
    [`42["message",${BRACKETS}]`],
    ['41', '421["message",{"text":"ghost","clientId":"ghost"}]'],
  ],
  pusher: [
    ['{"event":"pusher:subscribe","data":"x"}', event('client-message', 'x')],
    [subscribe(['a']), subscribe(7), subscribe(null), subscribe({}), event('client-x', {}, ['a'])],
    [event(['pusher:subscribe'], {}), event({ a: 1 }, {}), event(7, {}), event(null, {}), event('no such event', {})],
    [subscribe('private-x', { auth: ['a', 'b'] }), subscribe('presence-x', { auth: { a: 1 }, channel_data: '{}' })],
    [subscribe('private-x', { auth: 'abc' }), subscribe('private-x', { auth: `k:${'0'.repeat(64)}` })],
    [subscribe('presence-x'), subscribe('elsewhere')],
    [{ user_id: 1 }, '', '{', '[]', '{"user_id":{}}'].map((channel_data) =>
      subscribe('presence-x', { auth: 'a:b', channel_data }),
    ),
    ['{}', '{"data":{}}', '{"event":"pusher:subscribe"}'],
    ['hello', '{', '{"event":', '', '\0', 'undefined'],
    ['[]', '"pusher:ping"', '7', 'null', '[{"event":"pusher:ping"}]'],
    [`{"event":"pusher:ping","data":${BRACKETS}}`],
    // Only a server sends these events.
    ['pusher:error', 'pusher_internal:member_added'].map((name) => event(name, '{"user_id":"1"}')),
  ],
};

/** Joins a user. The returned function expects that the server delivers this user's messages. */
async function startNeighbour() {
  const ann = await person();
  const { received } = await ann.join();
  return async () => {
    const { message } = (await ann.say('undisturbed')).json;
    await received.message(message.clientId);
  };
}

test('a packet without a meaning, or of random characters, ends at most its own socket', async () => {
  const eve = await person();
  const { message } = (await eve.say('a message')).json;
  const packets = PACKETS[config.wire];
  const damaged = fc
    .tuple(fc.constantFrom(...packets.flat()), fc.nat(60), fc.string())
    .map(([packet, at, more]) => packet.slice(0, at) + more + packet.slice(at + 1));
  const frames = fc.array(fc.oneof(fc.string(), fc.json(), damaged), { minLength: 1, maxLength: 30 });
  let expectUndisturbed = await startNeighbour();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(frames, async (sent) => {
      // A new neighbour every ten runs keeps each below the limit of messages.
      if (++runs % 10 === 0) expectUndisturbed = await startNeighbour();
      const raw = await eve.joinRaw();
      for (const frame of sent) raw.send(frame);
      await expectUndisturbed();
      raw.socket.terminate();
    }),
    {
      ...randomRuns,
      examples: packets.map((frames) => [frames]),
      numRuns: packets.length + randomRuns.numRuns,
    },
  );
  assert.deepEqual(await readMessage(eve, message.id), message);
});

const { hostname, port, host } = new URL(url);
const head = (requestLine, more = '') => `${requestLine}\r\nHost: ${host}\r\n${more}\r\n`;

/** Bytes that are no request, or more bytes than a server accepts. */
const REQUESTS = {
  'no HTTP': 'hello\r\n\r\n',
  'a malformed method': head('GE T /me HTTP/1.1'),
  'an unknown version': head('GET /me HTTP/9.9'),
  'a header without a colon': head('GET /me HTTP/1.1', 'nothing\r\n'),
  'lengths that are none': head('POST /login HTTP/1.1', 'Content-Type: application/json\r\nContent-Length: abc\r\n'),
  'a length beyond all numbers': head('POST /login HTTP/1.1', 'Content-Length: 99999999999999999999\r\n'),
  'a length beside chunks': `${head('POST /login HTTP/1.1', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
  'chunks that are none': `${head('POST /login HTTP/1.1', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}zz\r\nxx\r\n`,
  'a head of a megabyte': head('GET /me HTTP/1.1', `X: ${'x'.repeat(1024 * 1024)}\r\n`),
  'a body that is far too large': `${head('POST /login HTTP/1.1', `Content-Type: application/json\r\nContent-Length: ${20 * limits.bodyMaxBytes}\r\n`)}${'x'.repeat(2 * limits.bodyMaxBytes)}`,
  'pipelined requests whose answers are not read': head('GET / HTTP/1.1').repeat(2000),
};

test('an unreadable request, or one whose answers are not read, ends at most its own connection', async (t) => {
  const expectUndisturbed = await startNeighbour();
  for (const [what, bytes] of Object.entries(REQUESTS))
    await t.test(what, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.pause();
      socket.write(bytes);
      await expectUndisturbed();
      socket.destroy();
    });
});

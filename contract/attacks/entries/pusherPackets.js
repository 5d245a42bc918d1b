import assert from 'node:assert/strict';
import { authorize } from '../../drivers/pusherRaw.js';
import { pause } from '../../suite/expect.js';
import { freshClientId } from '../../suite/person.js';
import { entries, entry } from '../entry.js';
import { socketIdOf } from '../wires.js';

const wire = 'pusher';

/** @param {string} channel @param {Record<string, any>} [more] */
const subscribe = (channel, more = {}) => JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...more } });

const many = Array.from({ length: 2000 }, (_, i) => subscribe(`room-${i}`));

/** Text frames on a joined socket, none of which is a message. @type {Record<string, string[]>} */
const packets = {
  // The first seven stop beyondcode/laravel-websockets 1.14.1.
  'data as a string': [
    '{"event":"pusher:subscribe","data":"x"}',
    '{"event":"client-message","channel":"presence-chat","data":"x"}',
  ],
  'channel as a list': [
    '{"event":"pusher:subscribe","data":{"channel":["a"]}}',
    '{"event":"client-x","channel":["presence-chat"],"data":{}}',
  ],
  'event as a list': ['{"event":["pusher:subscribe"],"data":{}}', '{"event":{"a":1},"data":{}}'],
  'auth as a list': [
    subscribe('private-x', { auth: ['a', 'b'] }),
    subscribe('presence-x', { auth: { a: 1 }, channel_data: '{}' }),
  ],
  'channel_data as an object': [subscribe('presence-x', { auth: 'a:b', channel_data: { user_id: 1 } })],
  'no event': ['{}', '{"data":{}}', '{"channel":"presence-chat"}'],
  'no data': ['{"event":"pusher:subscribe"}', '{"event":"client-message","channel":"presence-chat"}'],
  'event as a number, true or null': ['{"event":7}', '{"event":true}', '{"event":null}'],
  'data as a number or a list': [
    '{"event":"pusher:subscribe","data":7}',
    '{"event":"pusher:subscribe","data":[]}',
    '{"event":"pusher:subscribe","data":null}',
  ],
  'channel as a number, null, an object': [
    '{"event":"pusher:subscribe","data":{"channel":7}}',
    '{"event":"pusher:subscribe","data":{"channel":null}}',
    '{"event":"pusher:subscribe","data":{"channel":{}}}',
  ],
  'no JSON': ['hello', '{', '{"event":', '', '\0', '{"event":"pusher:ping",}', 'undefined'],
  'JSON but no object': ['[]', '"pusher:ping"', '7', 'null', 'true', '[{"event":"pusher:ping"}]'],
  'forty thousand brackets': [`{"event":"pusher:ping","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  'numbers beyond every double': [
    '{"event":"client-message","channel":"presence-chat","data":{"text":1e99999,"clientId":-1e99999}}',
  ],
  'lone surrogates': [
    '{"event":"\\ud800","data":{}}',
    subscribe('\ud800'),
    '{"event":"client-message","channel":"presence-chat","data":{"text":"\\ud800","clientId":"\\udc00"}}',
  ],
  'names of channels that are none': ['', ' ', 'a b', 'ä', '#x', 'a'.repeat(165), 'a'.repeat(10_000), '\0', '../x'].map(
    (name) => subscribe(name),
  ),
  'names of the prototype': [
    subscribe('__proto__'),
    subscribe('constructor'),
    '{"event":"__proto__","data":{"__proto__":{}}}',
  ],
  'auth without a colon, empty, of 50 KB': [
    subscribe('private-x', { auth: 'abc' }),
    subscribe('private-x', { auth: '' }),
    subscribe('private-x', { auth: 'x:'.repeat(25_000) }),
  ],
  'auth of another key': [subscribe('private-x', { auth: `otherkey:${'0'.repeat(64)}` })],
  'no auth where one is needed': [subscribe('private-x'), subscribe('presence-x'), subscribe('private-encrypted-x')],
  'channel_data that is no JSON': ['', '{', '7', '[]', 'null', '{"user_id":{}}', '{"user_info":1}'].map(
    (channel_data) => subscribe('presence-x', { auth: 'a:b', channel_data }),
  ),
  'channel_data of 60 KB': [subscribe('presence-x', { auth: 'a:b', channel_data: 'x'.repeat(60_000) })],
  'a channel left that was never joined': [
    '{"event":"pusher:unsubscribe","data":{"channel":"nowhere"}}',
    '{"event":"pusher:unsubscribe","data":{"channel":["x"]}}',
    '{"event":"pusher:unsubscribe"}',
  ],
  'one channel joined three times': [subscribe('room'), subscribe('room'), subscribe('room')],
  'subscriptions by the thousand': many,
  'events that only a server sends': [
    'pusher:connection_established',
    'pusher:error',
    'pusher_internal:subscription_succeeded',
    'pusher_internal:member_added',
    'pusher_internal:member_removed',
  ].map((event) => JSON.stringify({ event, channel: 'presence-chat', data: '{"user_id":"1"}' })),
  'client events to where one is not': ['elsewhere', 'private-x', 'presence-x', ''].map((channel) =>
    JSON.stringify({ event: 'client-x', channel, data: {} }),
  ),
  'client events with strange names': ['client-', 'client-\0', `client-${'x'.repeat(5000)}`, 'client-message:x'].map(
    (event) => JSON.stringify({ event, channel: 'presence-chat', data: {} }),
  ),
  'a client event of 60 KB': [
    JSON.stringify({ event: 'client-x', channel: 'presence-chat', data: 'x'.repeat(60_000) }),
  ],
  'signing in with rubbish': [
    '{"event":"pusher:signin"}',
    '{"event":"pusher:signin","data":{"auth":[],"user_data":{}}}',
    '{"event":"pusher:signin","data":{"auth":"a:b","user_data":"{\\"id\\":1}"}}',
  ],
  'pings with rubbish': [
    '{"event":"pusher:ping"}',
    '{"event":"pusher:ping","data":[]}',
    '{"event":"pusher:ping","data":"x","channel":{}}',
  ],
  'pings by the thousand': Array.from({ length: 3000 }, () => '{"event":"pusher:ping","data":{}}'),
  'pongs nobody asked for': Array.from({ length: 100 }, () => '{"event":"pusher:pong","data":{}}'),
  'members of wrong types': [
    '{"event":"pusher:subscribe","data":{"channel":"x"},"channel":7,"user_id":[],"socket_id":{}}',
  ],
};

/** Payloads of client-message, and the code of their ack. @type {Record<string, [any, string]>} */
const payloads = {
  'an empty object': [{}, 'empty_text'],
  'text as an object': [{ text: { a: 1 }, clientId: 'c' }, 'text_invalid'],
  'text as a list': [{ text: ['a'], clientId: 'c' }, 'text_invalid'],
  'clientId as a list': [{ text: 'a', clientId: ['c'] }, 'client_id_invalid'],
  'clientId as an object': [{ text: 'a', clientId: {} }, 'client_id_invalid'],
  'clientId of 10 KB': [{ text: 'a', clientId: 'c'.repeat(10_000) }, 'client_id_invalid'],
  'text with NUL': [{ text: 'a\0b', clientId: 'c' }, 'text_invalid'],
  'text of 2,001 characters': [{ text: 'x'.repeat(2001), clientId: 'c' }, 'text_too_long'],
};

/** Addresses, and the close code Pusher's documentation names. @type {Record<string, [(address: URL) => void, number[]]>} */
const addresses = {
  'an unknown key': [(url) => void (url.pathname = '/app/nobody'), [4001]],
  'a key of 5 KB': [(url) => void (url.pathname = `/app/${'k'.repeat(5000)}`), [4001]],
  'protocol abc': [(url) => url.searchParams.set('protocol', 'abc'), [4006, 4007]],
  'protocol 99': [(url) => url.searchParams.set('protocol', '99'), [4007]],
  'no protocol': [(url) => url.searchParams.delete('protocol'), [4008]],
  'a list of protocols': [(url) => void (url.search = '?protocol[]=7'), [4006, 4007, 4008]],
};

export const list = [
  ...entries(
    'packet',
    packets,
    async (h, frames) => {
      const raw = await h.joined();
      for (const packet of frames) raw.say(packet);
      await pause(120);
    },
    { wire },
  ),

  ...entries(
    'client-message with',
    payloads,
    async (h, [payload, code]) => {
      const raw = await h.joined();
      raw.say(h.wire.packet(payload));
      const ack = await raw.text((text) => JSON.parse(text).event === 'ack');
      assert.ok(ack, 'no ack came');
      assert.equal(JSON.parse(JSON.parse(ack).data).error.code, code);
    },
    { wire },
  ),

  ...entries(
    'address with',
    addresses,
    async (h, [change, codes]) => {
      const url = new URL(h.wire.address(h.server));
      change(url);
      const raw = await h.socket({}, url.href);
      if (raw.status !== 101)
        return assert.ok(raw.status >= 400 && raw.status < 500, `the handshake got ${raw.status}`);
      const code = await raw.closeCode();
      assert.ok(codes.includes(code), `closed with ${code}`);
      return undefined;
    },
    { wire },
  ),

  entry(
    'a signature made for another socket',
    async (h) => {
      const [mine, other] = [await h.socket(), await h.socket()];
      const { json } = await authorize(h.server, h.person.cookie, await socketIdOf(other));
      await socketIdOf(mine);
      mine.say(subscribe('presence-chat', json));
      const refused = await mine.text((text) => /pusher:error|subscription_error/.test(text), 1500);
      assert.ok(refused || (await mine.closeCode(500)), 'it was not refused');
      assert.ok(!mine.texts.some((text) => text.includes('subscription_succeeded')));
    },
    { wire },
  ),

  entry(
    'a signature that is used again after the socket is gone',
    async (h) => {
      const first = await h.socket();
      const { json } = await authorize(h.server, h.person.cookie, await socketIdOf(first));
      first.say(subscribe('presence-chat', json));
      await first.text((text) => text.includes('welcome'));
      first.end();
      const second = await h.socket();
      await socketIdOf(second);
      second.say(subscribe('presence-chat', json));
      await pause(300);
      assert.ok(!second.texts.some((text) => text.includes('subscription_succeeded')), 'it was let in');
    },
    { wire },
  ),

  entry(
    'a signature with other channel data than was signed',
    async (h) => {
      const raw = await h.socket();
      const { json } = await authorize(h.server, h.person.cookie, await socketIdOf(raw));
      const forged = json.channel_data
        .replace(/"user_id":"?[^",}]*"?/, '"user_id":"1"')
        .replace(h.person.login, 'admin');
      raw.say(subscribe('presence-chat', { auth: json.auth, channel_data: forged }));
      await pause(300);
      assert.ok(!raw.texts.some((text) => text.includes('subscription_succeeded')), 'it was let in');
    },
    { wire },
  ),

  entry(
    '/broadcasting/auth with rubbish',
    async (h) => {
      const post = (/** @type {string} */ body) =>
        h.post('/broadcasting/auth', body, { 'content-type': 'application/x-www-form-urlencoded' });
      const bodies = [
        '',
        'socket_id=1',
        'channel_name=presence-chat',
        'socket_id[]=1.1&channel_name=presence-chat',
        'socket_id=1.1:x&channel_name=presence-chat',
        'socket_id=1.1%0A&channel_name=presence-chat',
        `socket_id=${'1'.repeat(5000)}.1&channel_name=presence-chat`,
        'socket_id=1.1&channel_name[]=presence-chat',
      ];
      for (const body of bodies) {
        const { status } = await post(body);
        assert.ok([400, 403, 422].includes(status), `${body.slice(0, 40)} answered ${status}`);
      }
      for (const channel of ['private-x', 'presence-other', 'presence-chat2', '']) {
        const { status } = await post(`socket_id=1.1&channel_name=${channel}`);
        assert.ok([403, 422].includes(status), `${channel} answered ${status}`);
      }
    },
    { wire },
  ),

  entry(
    'a message sent twice in one packet of bytes',
    async (h) => {
      const raw = await h.joined();
      const clientId = freshClientId();
      raw.say(h.wire.packet({ text: 'twins', clientId }));
      raw.say(h.wire.packet({ text: 'twins', clientId }));
      await pause(500);
      const acks = raw.texts.filter((text) => JSON.parse(text).event === 'ack');
      assert.equal(acks.length, 2);
      assert.equal(acks[0], acks[1]);
    },
    { wire },
  ),
];

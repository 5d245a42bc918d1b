import assert from 'node:assert/strict';
import { pause } from '../../suite/expect.js';
import { freshClientId } from '../../suite/person.js';
import { entries, entry } from '../entry.js';
import { frame } from '../rawSocket.js';

const wire = 'socket.io';

/** Text frames on a joined socket, none of which is a message. @type {Record<string, string[]>} */
const packets = {
  'an empty event': ['42', '42[]', '42{}', '42""'],
  'an event that is cut off': ['42[', '42["message"', '42["message",', '42["message",{"text"'],
  'an event whose name is no string': ['42[1]', '42[null]', '42[["message"]]', '42[{"a":1}]', '42[true]'],
  'names that a server keeps for itself': [
    '42["connect"]',
    '42["connection"]',
    '42["disconnect","x"]',
    '42["disconnecting"]',
    '42["connect_error",{}]',
    '42["error","x"]',
    '42["newListener","x"]',
    '42["removeListener","x"]',
  ],
  'names of the prototype': [
    '42["__proto__",{}]',
    '42["constructor",{}]',
    '42["hasOwnProperty","x"]',
    '42["toString"]',
  ],
  'an ack id of twenty digits': ['4299999999999999999999["message",{"text":"","clientId":""}]'],
  'an ack id below zero': ['42-1["message",{"text":""}]'],
  'acks nobody asked for': ['430[]', '43999["x"]', '43[]', '43-1[]', '430{}', '4318446744073709551616[{"ok":true}]'],
  'a payload for each argument': [`42${JSON.stringify(['message', ...Array.from({ length: 5000 }, (_, i) => i)])}`],
  'a function where there is none': ['42["message",{"toJSON":1,"valueOf":2,"then":3}]'],
  'binary that is announced and never sent': ['451-["message",{"_placeholder":true,"num":0}]'],
  'a million pieces of binary announced': ['451000000-["message",{"_placeholder":true,"num":0}]'],
  'a placeholder beyond what was announced': ['451-["message",{"_placeholder":true,"num":7}]'],
  'placeholders of wrong types': [
    '451-["message",{"_placeholder":true,"num":"x"}]',
    '451-["message",{"_placeholder":true,"num":{}}]',
  ],
  'a binary ack without binary': ['461-0[{"_placeholder":true,"num":0}]'],
  'a connect_error from a client': ['44{"message":"no"}'],
  'a second connect': ['40', '40{"token":"x"}', '40'],
  'a connect with wrong types': ['40[]', '40"x"', '40null', '40{', '407'],
  'a namespace that is not there': ['40/admin,', '42/admin,["message",{}]', '41/admin,'],
  'a namespace of 10 KB': [`40/${'a'.repeat(10_000)},`],
  'namespaces of strange letters': ['40/../..,', '40/\0,', '40/%2e%2e?x=y#z,', '40/__proto__,'],
  'namespaces by the thousand': Array.from({ length: 1000 }, (_, i) => `40/n${i},`),
  'packet types that do not exist': ['47', '48["x"]', '49', '4x', '4-'],
  'Engine.IO packets out of place': ['0{"sid":"x"}', '3', '3probe', '5', '6', '6'],
  'a ping from the client': ['2', '2probe'],
  'Engine.IO types that do not exist': ['7', '8', '9', 'a', 'z', '\0'],
  'base64 where there is none': ['bAAAA', 'b====', 'b4AAECAw=='],
  'an empty frame': [''],
  'forty thousand brackets': [
    `42["message",${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
    `421["message",${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}]`,
  ],
  'numbers beyond every double': ['421["message",{"text":1e99999,"clientId":-1e99999}]'],
  'lone surrogates': ['421["message",{"text":"\\ud800","clientId":"\\udc00"}]', '421["\\ud800",{}]'],
  'NUL and control characters': ['42["message",{"text":"\0"}]', '42["\\u0000",{}]'],
  'a goodbye and then a message': ['41', '421["message",{"text":"ghost","clientId":"ghost"}]'],
  'an Engine.IO close and then a message': ['1', '421["message",{"text":"a","clientId":"late"}]'],
};

/** Payloads of `message` with an ack asked for, and the code each must get. @type {Record<string, [string, string]>} */
const payloads = {
  nothing: ['', 'bad_json'],
  null: [',null', 'bad_json'],
  'a string': [',"text"', 'bad_json'],
  'a list': [',["text","id"]', 'bad_json'],
  'text as an object': [',{"text":{"a":1},"clientId":"c"}', 'text_invalid'],
  'text as a list': [',{"text":["a"],"clientId":"c"}', 'text_invalid'],
  'clientId as a list': [',{"text":"a","clientId":["c"]}', 'client_id_invalid'],
  'clientId as a number': [',{"text":"a","clientId":5}', 'client_id_invalid'],
  'clientId of the prototype, taken by its letters': [',{"text":"","clientId":"__proto__"}', 'empty_text'],
  'text with NUL': [',{"text":"a\\u0000b","clientId":"c"}', 'text_invalid'],
  'text of 2,001 characters': [`,{"text":"${'x'.repeat(2001)}","clientId":"c"}`, 'text_too_long'],
  'half a surrogate pair': [',{"text":"\\ud83d","clientId":"c"}', 'bad_json'],
};

/** Requests to the polling transport that mean nothing. @type {Record<string, [string, string, string]>} */
const polling = {
  'a sid that is not there': ['GET', 'EIO=4&transport=polling&sid=nobody', ''],
  'a POST to a sid that is not there': ['POST', 'EIO=4&transport=polling&sid=nobody', '40'],
  'a sid of the prototype': ['GET', 'EIO=4&transport=polling&sid=__proto__', ''],
  'two sids': ['GET', 'EIO=4&transport=polling&sid=a&sid=b', ''],
  'a transport that is not there': ['GET', 'EIO=4&transport=smoke', ''],
  'a transport of the prototype': ['GET', 'EIO=4&transport=constructor', ''],
  'an old protocol': ['GET', 'EIO=2&transport=polling', ''],
  'an upgrade without an upgrade': ['GET', 'EIO=4&transport=websocket', ''],
  'a POST without a sid': ['POST', 'EIO=4&transport=polling', '40'],
  'a DELETE': ['DELETE', 'EIO=4&transport=polling', ''],
  'parameters by the thousand': ['GET', `EIO=4&transport=nothing&${'a=b&'.repeat(1000)}`, ''],
};

/** Opens a polling session; gives the path that speaks for it. @param {import('../attacker.js').Attacker} h */
async function pollingSession(h) {
  const path = '/socket.io/?EIO=4&transport=polling';
  const { text } = await h.server.call(path, { cookie: h.person.cookie });
  return `${path}&sid=${JSON.parse(text.slice(1)).sid}`;
}

/** What browsers say of requests that a page of another site makes. @type {Record<string, Record<string, string>>} */
const strangers = {
  'from another origin': { origin: 'http://evil.example' },
  'from a sibling host': { 'sec-fetch-site': 'same-site' },
};

export const list = [
  ...entries(
    'packet',
    packets,
    async (h, frames) => {
      const raw = await h.joined();
      for (const packet of frames) raw.say(packet);
      await pause(80);
      const { messages } = await h.person.page('limit=50');
      assert.ok(
        !messages.some((/** @type {any} */ { clientId }) => clientId === 'ghost'),
        'a message was stored after the end',
      );
    },
    { wire },
  ),

  ...entries(
    'message with an ack',
    payloads,
    async (h, [payload, code]) => {
      const raw = await h.joined();
      raw.say(`4277["message"${payload}]`);
      const ack = await raw.text((text) => text.startsWith('4377'), 1000);
      assert.ok(ack, 'no ack came');
      const [{ ok, error }] = JSON.parse(ack.slice(4));
      assert.equal(ok, false);
      assert.equal(error.code, code);
    },
    { wire },
  ),

  ...entries(
    'polling',
    polling,
    async (h, [method, query, body]) => {
      const answer = await h.server.call(`/socket.io/?${query}`, { method, body, cookie: h.person.cookie });
      assert.ok(answer.status >= 400 && answer.status < 500, `answered ${answer.status}`);
    },
    { wire },
  ),

  entry(
    'binary frames where packets belong',
    async (h) => {
      for (const payload of [
        Buffer.alloc(0),
        Buffer.from([0xff]),
        Buffer.from('42["message",{}]'),
        Buffer.alloc(60_000),
      ]) {
        const raw = await h.joined();
        raw.write(frame({ opcode: 2, payload }));
        await pause(50);
      }
    },
    { wire },
  ),

  entry(
    'binary as the text of a message',
    async (h) => {
      const raw = await h.joined();
      raw.say('451-5["message",{"text":{"_placeholder":true,"num":0},"clientId":"c"}]');
      raw.write(frame({ opcode: 2, payload: Buffer.from('binary') }));
      const ack = await raw.text((text) => text.startsWith('435'), 1000);
      assert.match(String(ack), /text_invalid|bad_json/);
    },
    { wire },
  ),

  entry(
    'one ack id for two messages',
    async (h) => {
      const raw = await h.joined();
      const [one, two] = [freshClientId(), freshClientId()];
      for (const clientId of [one, two]) raw.say(`425${JSON.stringify(['message', { text: 'twins', clientId }])}`);
      await raw.text((text) => text.startsWith('435') && text.includes(two));
      assert.equal(raw.texts.filter((text) => text.startsWith('435')).length, 2);
    },
    { wire },
  ),

  entry(
    'a batch of rubbish by polling',
    async (h) => {
      const body = Array.from({ length: 5000 }, () => '42[').join('\x1e');
      const path = await pollingSession(h);
      const answer = await h.server.call(path, { method: 'POST', body, cookie: h.person.cookie });
      assert.ok(answer.status < 500, `${answer.status}`);
    },
    { wire },
  ),

  entry(
    'a polling body over 64 KiB is 413',
    async (h) => {
      const path = await pollingSession(h);
      const body = `42["message",{"text":"${'x'.repeat(100_000)}"}]`;
      const answer = await h.server
        .call(path, { method: 'POST', body, cookie: h.person.cookie })
        .catch(() => undefined);
      assert.ok(!answer || [400, 413].includes(answer.status), `${answer?.status}`);
    },
    { wire },
  ),

  entry(
    'a script element of another page: JSONP',
    async (h) => {
      const answer = await h.server.call('/socket.io/?EIO=4&transport=polling&j=0', { cookie: h.person.cookie });
      assert.equal(answer.status, 400);
      assert.doesNotMatch(answer.text, /sid|___eio/);
    },
    { wire },
  ),

  ...entries(
    'another page takes part in a socket of its visitor',
    strangers,
    async (h, headers) => {
      const answers = await h.server.driver.idioms.requests(h.server, h.person.cookie, headers);
      for (const [name, status] of Object.entries(answers)) assert.equal(status, 403, name);
    },
    { wire },
  ),

  entry(
    'two polls of one session at once',
    async (h) => {
      const path = await pollingSession(h);
      const polls = [1, 2, 3].map(() =>
        h.server.call(path, { cookie: h.person.cookie, timeoutMs: 1000 }).catch(() => undefined),
      );
      await Promise.all(polls);
    },
    { wire },
  ),

  entry(
    'three hundred polling sessions that are left behind',
    async (h) => {
      for (let round = 0; round < 15; round++) {
        await Promise.all(
          Array.from({ length: 20 }, () =>
            h.server.call('/socket.io/?EIO=4&transport=polling', { cookie: h.person.cookie }),
          ),
        );
      }
    },
    { wire },
  ),

  entry(
    'the session of another taken by its sid',
    async (h) => {
      const sid = new URLSearchParams(await pollingSession(h)).get('sid');
      const raw = await h.socket({ cookie: undefined }, `${h.wire.address(h.server)}&sid=${sid}`);
      raw.say('2probe');
      raw.say('5');
      raw.say('40');
      await pause(200);
    },
    { wire },
  ),
];

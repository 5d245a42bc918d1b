import { createHash } from 'node:crypto';
import { refuse, replying, sending } from './break.js';

/** @param {(json: any, x: import('../proxy/mutant.js').Exchange) => void} change */
const listing = (change) =>
  replying('GET', '/messages', (json, x) => {
    if (json.messages) change(json, x);
  });

/** @param {(message: any, x: import('../proxy/mutant.js').Exchange) => void} change */
const posted = (change) =>
  replying('POST', '/messages', (json, x) => {
    if (json.message) change(json.message, x);
  });

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'tells the time of the epoch',
    breaks: ['a message carries the time', 'a message reads the same'],
    ...posted((message) => void (message.at = '1970-01-01T00:00:00.000Z')),
  },
  {
    name: 'tells times without milliseconds',
    breaks: ['a message that was posted is 201'],
    ...posted((message) => void (message.at = message.at.replace(/\.\d+Z$/, 'Z'))),
  },
  {
    name: 'sends ids as strings',
    breaks: ['a message that was posted is 201'],
    ...posted((message) => void (message.id = String(message.id))),
  },
  {
    name: 'shifts the ids in its lists',
    breaks: ['a message reads the same', 'a message that was acknowledged can be read', 'messages without after'],
    ...listing((json) => json.messages.forEach((/** @type {any} */ message) => message.id++)),
  },
  {
    name: 'answers a repeat with the new text',
    breaks: ['the same clientId again is 200', 'a clientId that was sent by socket is 200'],
    ...posted((message, x) => void (message.text = x.sent.text)),
  },
  {
    name: 'knows clientIds by session',
    breaks: ['the same clientId of another session', 'a clientId that was sent by socket is 200'],
    ...sending('/messages', (sent, x) => {
      sent.clientId += createHash('md5').update(x.cookie).digest('hex').slice(0, 6);
    }),
  },
  {
    name: 'knows clientIds whoever sends them',
    breaks: ['the same clientId of another user'],
    ...posted((message, x) => {
      const first = ((x.memory.first ??= {})[message.clientId] ??= message);
      if (first !== message) Object.assign(message, first);
    }),
  },
  {
    name: 'stores a repeat again',
    breaks: [
      'a repeat is not stored a second time',
      'of many POSTs of one clientId at once',
      'one clientId sent 50 times',
      'the same clientId again is 200',
    ],
    request: (x) => {
      const sent = x.is('POST', '/messages') && x.sent;
      if (!sent) return;
      const known = (x.memory.real ??= {});
      const alias = `${sent.clientId}-${Object.keys(known).length}`;
      known[alias] = sent.clientId;
      x.sent = { ...sent, clientId: alias };
    },
    ...replying('GET', '/messages', (json, x) => {
      for (const message of json.messages ?? [])
        message.clientId = x.memory.real?.[message.clientId] ?? message.clientId;
    }),
  },
  {
    name: 'reads from a copy that lags behind',
    breaks: ['a message that was acknowledged can be read', 'a message sent by socket is in the store'],
    ...listing((json) => {
      json.messages = json.messages.filter((/** @type {any} */ { at }) => Date.parse(at) < Date.now() - 1000);
    }),
  },
  {
    name: 'gives an id to a message it refuses',
    breaks: ['a refused message takes no id'],
    reply: (x) => {
      const json = x.json;
      if (x.is('POST', '/messages') && json?.error) x.memory.hole ??= x.memory.last;
      if (x.is('POST', '/messages') && json?.message) x.memory.last = json.message.id;
      if (!x.is('GET', '/messages') || !x.memory.hole) return;
      for (const message of json.messages) if (message.id > x.memory.hole) message.id++;
      x.json = json;
    },
  },
  {
    name: 'believes who a client says it is',
    breaks: ['the members that a client sends of a message'],
    ...posted((message, x) => void (message.user = x.sent.user ?? message.user)),
  },
  {
    name: 'takes any clientId',
    breaks: [
      'a clientId that is missing, null',
      'a clientId of 1 and of 64',
      'a clientId of other characters',
      'the clientId is checked also',
    ],
    ...sending('/messages', (sent) => {
      if (!/^[\w-]{1,64}$/.test(sent.clientId) || typeof sent.clientId !== 'string')
        sent.clientId = `any${Math.random()}`.replace('.', '');
    }),
  },
  {
    name: 'takes clientIds of 63 characters at most',
    breaks: ['a clientId of 1 and of 64'],
    ...sending('/messages', (sent, x) => sent.clientId?.length === 64 && refuse(x, 'client_id_invalid', 'clientId')),
  },
  {
    name: 'overlooks a newline at the end of a clientId',
    breaks: ['a clientId of other characters'],
    ...sending('/messages', (sent) => void (sent.clientId = String(sent.clientId).replace(/\n$/, ''))),
  },
  {
    name: 'refuses clientIds that start with _ or -',
    breaks: ['every allowed character may stand'],
    ...sending('/messages', (sent, x) => /^[_-]/.test(sent.clientId) && refuse(x, 'client_id_invalid', 'clientId')),
  },
  {
    name: 'compares clientIds without case',
    breaks: ['clientIds differ by case'],
    ...sending('/messages', (sent) => void (sent.clientId = String(sent.clientId).toLowerCase())),
  },
  {
    name: 'looks for a repeat before it checks the fields',
    breaks: ['the clientId is checked also'],
    ...sending('/messages', (sent, x) => {
      const known = (x.memory.known ??= new Set());
      if (known.has(sent.clientId)) x.answer(200, { message: {} });
      known.add(sent.clientId);
    }),
  },
  {
    name: 'leaves holes in what it lists',
    breaks: [
      'ids are dense whoever stores',
      'whoever reads while others store',
      'page by page, forwards and backwards',
      'messages without after and before',
    ],
    ...listing((json) => {
      json.messages = json.messages.filter((/** @type {any} */ { id }) => id % 4 !== 1);
    }),
  },
];

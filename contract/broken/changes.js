import { refuse, replying, telling } from './break.js';

/** @typedef {import('../proxy/mutant.js').Exchange} Exchange */

/** @param {Exchange} x @param {string} [method] */
const isChange = (x, method) =>
  /^\/messages\/\d+(\?|$)/.test(x.path) && (method ? x.method === method : ['PATCH', 'DELETE'].includes(x.method));

/** Changes the message that a change is answered by. @param {string} method @param {(message: any, x: Exchange) => void} change */
const answering = (method, change) => ({
  reply: (/** @type {Exchange} */ x) => {
    const json = isChange(x, method) && x.json;
    if (!json?.message) return;
    change(json.message, x);
    x.json = json;
  },
});

/** @param {(json: any, x: Exchange) => void} change */
const listing = (change) =>
  replying('GET', '/messages', (json, x) => {
    if (json.messages) change(json, x);
  });

/** Changes what is listed as changed. @param {(json: any) => void} change */
const listingChanges = (change) => listing((json, x) => x.path.includes('changedAfter=') && change(json));

/** Answers a change with another code. @param {string} code @param {string} other */
const mistaking = (code, other) => ({
  reply: (/** @type {Exchange} */ x) => void (isChange(x) && x.json?.error?.code === code && refuse(x, other)),
});

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'answers an edit with the time of the edit',
    breaks: ['an edited message is 200'],
    ...answering('PATCH', (message) => void (message.at = new Date().toISOString())),
  },
  {
    name: 'gives an edited message no rev in its lists',
    breaks: ['an edited message reads the same'],
    ...listing((json) => json.messages.forEach((/** @type {any} */ message) => delete message.rev)),
  },
  {
    name: 'takes what was deleted out of its lists',
    breaks: ['a deleted message keeps its place'],
    ...listing((json) => {
      json.messages = json.messages.filter((/** @type {any} */ { deleted }) => !deleted);
    }),
  },
  {
    name: 'shows the text of what was deleted',
    breaks: ['a deleted message keeps its place'],
    ...answering('DELETE', (message) => void (message.text = 'regretted')),
  },
  {
    name: 'takes any text for an edit',
    breaks: ['a new text is held to the rules'],
    request: (x) => {
      const sent = isChange(x, 'PATCH') && x.sent;
      if (sent && typeof sent.text !== 'string') x.sent = { ...sent, text: 'any' };
    },
  },
  {
    name: 'keeps CRLF in an edit',
    breaks: ['a new text is held to the rules'],
    ...answering('PATCH', (message) => void (message.text = message.text.replace(/\n/g, '\r\n'))),
  },
  {
    name: 'lets everybody change everything',
    breaks: ['only its author may change'],
    reply: (x) => void (x.json?.error?.code === 'not_yours' && x.answer(200, { message: {} })),
  },
  {
    name: 'says of what is not there that it is not yours',
    breaks: ['a message that is not there'],
    ...mistaking('message_not_found', 'not_yours'),
  },
  {
    name: 'reads ids as numbers',
    breaks: ['a message that is not there'],
    request: (x) => void (x.path = x.path.replace(/^\/messages\/0+(?=[1-9])/, '/messages/')),
  },
  {
    name: 'does not find what was deleted',
    breaks: ['a deleted message cannot be edited'],
    ...mistaking('message_deleted', 'message_not_found'),
  },
  {
    name: 'deletes once',
    breaks: ['deleting again answers the same'],
    reply: (x) => {
      if (!isChange(x, 'DELETE') || x.status !== 200) return;
      const gone = (x.memory.gone ??= new Set());
      if (gone.has(x.path)) refuse(x, 'message_not_found');
      gone.add(x.path);
    },
  },
  {
    name: 'gives a rev to an edit that changes nothing',
    breaks: ['deleting again answers the same'],
    ...answering('PATCH', (message) => void (message.rev ??= 1)),
  },
  {
    name: 'lets pages of other origins change messages',
    breaks: ['a change is checked as a POST'],
    request: (x) => void (isChange(x) && delete x.headers.origin),
  },
  {
    name: 'deletes whatever the content type',
    breaks: ['a change is checked as a POST'],
    request: (x) => void (isChange(x, 'DELETE') && (x.headers['content-type'] = 'application/json')),
  },
  {
    name: 'does not read the body of a deletion',
    breaks: ['a change is checked as a POST'],
    request: (x) => void (isChange(x, 'DELETE') && x.headers.cookie && (x.body = Buffer.from('{}'))),
  },
  {
    name: 'tells nobody of changes',
    breaks: ['a change comes to everybody', 'a clientId sent again is answered by what its message is now'],
    ...telling('changed', () => undefined),
  },
  {
    name: 'tells each change as if it were the first',
    breaks: ['a change comes to everybody'],
    ...telling('changed', (event) => ({ ...event, after: 0 })),
  },
  {
    name: 'tells what was deleted as it was',
    breaks: ['a change comes to everybody'],
    ...telling('changed', (event) => ({
      ...event,
      messages: event.messages.map((/** @type {any} */ message) => ({ ...message, deleted: undefined })),
    })),
  },
  {
    name: 'does not know its last rev at a welcome, and tells no changes',
    breaks: ['a welcome tells the newest rev'],
    toClient: (event) => {
      if (event.name === 'changed') return [];
      return event.name === 'welcome' ? [{ ...event, payload: { ...event.payload, rev: 0 } }] : undefined;
    },
  },
  {
    name: 'welcomes without a rev',
    breaks: ['welcome names oneself'],
    ...telling('welcome', (payload) => ({ ...payload, rev: undefined })),
  },
  {
    name: 'lists changes by their ids',
    breaks: ['changedAfter=REV gives what changed since'],
    ...listingChanges((json) => json.messages.sort((/** @type {any} */ a, /** @type {any} */ b) => a.id - b.id)),
  },
  {
    name: 'counts changedAfter from REV itself',
    breaks: ['changedAfter=REV gives what changed since'],
    request: (x) => void (x.path = x.path.replace(/changedAfter=([1-9]\d*)/, (_, rev) => `changedAfter=${rev - 1}`)),
  },
  {
    name: 'forgets that more was changed',
    breaks: ['what changed is read page by page'],
    ...listingChanges((json) => void (json.more = false)),
  },
  {
    name: 'overlooks changedAfter where there is after',
    breaks: ['a changedAfter that is no integer'],
    request: (x) => {
      if (/[?&]after=/.test(x.path)) x.path = x.path.replace(/changedAfter=\d+&?/, '');
    },
  },
  {
    name: 'makes do with a bad changedAfter',
    breaks: ['a changedAfter that is no integer'],
    request: (x) => void (x.path = x.path.replace(/changedAfter=(?!\d+$)[^&]*$/, 'changedAfter=0')),
  },
  {
    name: 'answers a repeated clientId with the first text',
    breaks: ['a clientId sent again is answered by what'],
    ...replying('POST', '/messages', (json, x) => {
      if (json.message && x.status === 200) json.message = { ...json.message, text: x.sent.text, rev: undefined };
    }),
  },
  {
    name: 'remembers messages by socket as they were',
    breaks: ['a clientId sent again is answered by what'],
    ...telling('ack', (ack, { memory }) => {
      const first = ack.message && ((memory.first ??= {})[ack.message.id] ??= ack.message);
      return first ? { ...ack, message: first } : ack;
    }),
  },
  {
    name: 'tells a changed message like a new one',
    breaks: ['a change is no message'],
    toClient: (event) =>
      event.name === 'changed'
        ? [event, { ...event, name: 'messages', payload: { messages: event.payload.messages } }]
        : undefined,
  },
  {
    name: 'leaves revs out',
    breaks: ['revs are dense'],
    ...answering('PATCH', (message) => void (message.rev *= 2)),
  },
  {
    name: 'lets users change as fast as they can',
    breaks: ['a change costs what a message costs'],
    reply: (x) => void (isChange(x) && x.status === 429 && x.answer(200, { message: {} })),
  },
];

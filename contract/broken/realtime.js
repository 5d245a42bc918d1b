import { errors } from '../suite/contract.js';
import { replying, telling, told } from './break.js';

/** @param {any} payload @param {(message: any) => any} change */
const eachMessage = (payload, change) => ({ messages: payload.messages.map(change) });

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'does not know its last id at a welcome',
    breaks: ['welcome names oneself'],
    ...telling('welcome', (payload) => ({ ...payload, lastId: 0 })),
  },
  {
    name: 'names nobody in its welcome',
    breaks: ['welcome names oneself', 'a socket without an Origin joins', 'every transport of the wire'],
    toClient: (event) => (event.name === 'welcome' ? [{ ...event, payload: { ...event.payload, me: {} } }] : undefined),
    request: (x) => void (x.path.includes('transport=polling') && x.answer(400, {})),
  },
  {
    name: 'welcomes twice',
    breaks: ['welcome is the first event'],
    toClient: (event) => (event.name === 'welcome' ? [event, event] : undefined),
  },
  {
    name: 'loses an ack',
    breaks: [
      'a message sent by socket is acknowledged',
      'a clientId sent twice by socket',
      'a frame of exactly 65,536',
    ],
    ...telling('ack', () => undefined),
  },
  {
    name: 'shifts ids in acks',
    breaks: [
      'a message sent by socket is in the store',
      'a message sent by socket comes to everybody',
      'a clientId that was posted is acknowledged',
      'ids are dense whoever stores',
    ],
    ...telling('ack', (ack) => ({ ...ack, message: ack.message && { ...ack.message, id: ack.message.id + 1 } })),
  },
  {
    name: 'acknowledges a repeat with the new text',
    breaks: ['a clientId sent twice by socket', 'a clientId that was posted is acknowledged'],
    toServer: (event, { own }) => void (event.name === 'message' && (own.text = event.payload?.text)),
    ...telling('ack', (ack, { own }) => ({ ...ack, message: ack.message && { ...ack.message, text: own.text } })),
  },
  {
    name: 'drops the delivery to the sender',
    breaks: [
      'a message sent by socket comes to everybody',
      'a posted message comes to everybody',
      'an idle server delivers at once',
    ],
    toClient: (event, { own }) => {
      if (event.name === 'welcome') own.me = event.payload.me.id;
      if (event.name !== 'messages') return undefined;
      const messages = event.payload.messages.filter((/** @type {any} */ { user }) => user.id !== own.me);
      return messages.length ? [{ ...event, payload: { messages } }] : [];
    },
  },
  {
    name: 'drops every delivery',
    breaks: ['a logout leaves the sockets of other sessions', 'every transport of the wire', 'an idle server delivers'],
    ...telling('messages', () => undefined),
    request: (x) => void (x.path.includes('transport=polling') && x.answer(400, {})),
  },
  {
    name: 'drops one delivery in ten',
    breaks: ['every receiver gets every message once'],
    ...telling('messages', (payload) => ({
      messages: payload.messages.filter((/** @type {any} */ { id }) => id % 10 !== 3),
    })),
  },
  {
    name: 'doubles a message',
    breaks: ['every receiver gets every message once', 'a repeated clientId is not broadcast'],
    toClient: (event) => (event.name === 'messages' ? [event, event] : undefined),
  },
  {
    name: 'swaps the order of messages',
    breaks: ['every receiver gets every message once'],
    toClient: (event, { own }) => {
      if (event.name !== 'messages') return undefined;
      const { held } = own;
      own.held = held ? undefined : event;
      return held ? [event, held] : [];
    },
  },
  {
    name: 'swaps the order within an event',
    breaks: ['every receiver gets every message once'],
    ...telling('messages', (payload) => ({ messages: payload.messages.toReversed() })),
  },
  {
    name: 'tells texts in another form than it stores',
    breaks: ['every receiver gets every message once', 'a posted message comes to everybody'],
    ...telling('messages', (payload) => eachMessage(payload, (message) => ({ ...message, text: `${message.text} ` }))),
  },
  {
    name: 'tells more of a message than the contract',
    breaks: ['a messages event holds a list'],
    ...telling('messages', (payload) => eachMessage(payload, (message) => ({ ...message, session: 's' }))),
  },
  {
    name: 'makes an idle server wait',
    breaks: ['an idle server delivers at once'],
    toClient: (event, link) => {
      if (event.name !== 'messages') return undefined;
      setTimeout(() => link.tell(event), 600);
      return [];
    },
  },
  {
    name: 'words the errors of acks in its own way',
    breaks: ['a refused message is acknowledged with the same', 'a socket that sends faster'],
    ...telling('ack', (ack) => (ack.error ? { ...ack, error: { ...ack.error, message: 'Error' } } : ack)),
  },
  {
    name: 'leaves the field out of acks',
    breaks: ['a refused message is acknowledged with the same'],
    ...telling('ack', (ack) => {
      if (!ack.error) return ack;
      const { code, message } = ack.error;
      return { ...ack, error: { code, message } };
    }),
  },
  {
    name: 'broadcasts what it refuses',
    breaks: ['a refused message is not broadcast'],
    toServer: (event, link) => {
      if (event.name !== 'message' || !/\0/.test(event.payload?.text)) return;
      for (const each of link.links) each.tell(told('messages', { messages: [event.payload] }));
    },
  },
  {
    name: 'trims texts that come by socket',
    breaks: ['the edges of a text are the same by socket'],
    toServer: (event) => {
      if (event.name !== 'message' || typeof event.payload?.text !== 'string') return undefined;
      return [{ ...event, payload: { ...event.payload, text: event.payload.text.trim() } }];
    },
  },
  {
    name: 'replaces lone surrogates that come by socket',
    breaks: ['a lone surrogate sent by socket'],
    toServer: (event) => {
      if (event.name !== 'message') return undefined;
      return [{ ...event, payload: { ...event.payload, text: event.payload.text.replace('\ud83d', '?') } }];
    },
  },
  {
    name: 'calls a lone surrogate by socket a bad text',
    breaks: ['a lone surrogate sent by socket'],
    toServer: (event, link) => {
      const { name, payload, rest } = event;
      if (name !== 'message' || payload?.text?.isWellFormed?.() !== false) return undefined;
      const error = { code: 'text_invalid', message: errors.text_invalid.message, field: 'text' };
      link.tell({ name: 'ack', payload: { ok: false, error }, rest: { ...rest, clientId: payload.clientId } });
      return [];
    },
  },
  {
    name: 'makes a message of any payload',
    breaks: ['a payload that is no object'],
    toServer: (event) => {
      if (event.name !== 'message' || (typeof event.payload === 'object' && event.payload?.clientId)) return undefined;
      return [{ ...event, payload: { text: 'made', clientId: `made${Math.random()}`.replace('.', '') } }];
    },
  },
  {
    name: 'takes a payload that is no object for an empty one',
    breaks: ['a payload that is no object'],
    toServer: (event) => {
      const { name, payload } = event;
      const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
      return name === 'message' && !isObject ? [{ ...event, payload: {} }] : undefined;
    },
  },
  {
    name: 'reads any depth of JSON by socket',
    breaks: ['a payload 32 levels deep is read by socket'],
    toServer: (event) => {
      if (event.name !== 'message' || event.payload?.text !== 'too deep') return undefined;
      return [{ ...event, payload: { ...event.payload, extra: undefined } }];
    },
  },
  {
    name: 'reads 31 levels of JSON by socket',
    breaks: ['a payload 32 levels deep is read by socket'],
    toServer: (event) => {
      if (event.name !== 'message' || event.payload?.text !== 'deep') return undefined;
      return [{ ...event, payload: { ...event.payload, extra: [event.payload.extra] } }];
    },
  },
  {
    name: 'reads any number of members by socket',
    breaks: ['a payload of 250 members'],
    toServer: (event) => {
      if (event.name !== 'message' || event.payload?.text !== 'too many') return undefined;
      return [{ ...event, payload: { ...event.payload, extra: undefined } }];
    },
  },
  {
    name: 'reads 200 members by socket',
    breaks: ['a payload of 250 members'],
    toServer: (event) => {
      if (event.name !== 'message' || event.payload?.text !== 'many') return undefined;
      return [{ ...event, payload: { ...event.payload, extra: { ...event.payload.extra, ...Array(300).fill(0) } } }];
    },
  },
  {
    name: 'believes who a socket says it is',
    breaks: ['members of a sent message'],
    toServer: (event, { own }) => void (event.name === 'message' && (own.user = event.payload.user)),
    ...telling('ack', (ack, { own }) => ({ ...ack, message: { ...ack.message, user: own.user } })),
  },
  {
    name: 'acknowledges to all',
    breaks: ['an acknowledgement goes to the socket'],
    toClient: (event, link) => {
      if (event.name !== 'ack') return;
      for (const each of link.links) if (each !== link) each.tell(event);
    },
  },
  {
    name: 'relays what a client sends',
    breaks: ['no client can speak for the server'],
    toServer: (event, link) => {
      if (event.name === 'message' || event.name === 'packet' || event.name.startsWith('pusher')) return;
      for (const each of link.links) if (each !== link) each.tell(told(event.name, event.payload));
    },
  },
  {
    name: 'broadcasts repeats',
    breaks: ['a repeated clientId is not broadcast'],
    ...replying('POST', '/messages', ({ message }, x) => {
      if (x.status === 200) for (const each of x.memory.links) each.tell(told('messages', { messages: [message] }));
    }),
  },
  {
    name: `does not tell the chat's own error to a socket`,
    breaks: [
      'a socket without a session is told',
      'a socket with a cookie that is no session',
      'with the cookie of a session that has ended',
    ],
    toClient: (event) => {
      if (event.name !== 'packet' || !event.payload.startsWith('44{')) return undefined;
      return [{ ...event, payload: '44{"message":"no"}' }];
    },
    reply: (x) =>
      void (x.path === '/broadcasting/auth' && x.status === 401 && x.answer(401, { error: { code: 'no' } })),
  },
];

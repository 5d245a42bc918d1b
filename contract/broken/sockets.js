import { told } from './break.js';

/** @param {import('../proxy/mutant.js').ChatEvent} event */
const refuses = (event) =>
  event.name === 'pusher:subscription_error' || (event.name === 'packet' && event.payload.startsWith('44'));

/** @param {import('../proxy/mutant.js').Frame} frame @param {number} code */
const closing = (frame, code) => [{ ...frame, payload: Buffer.from([code >> 8, code & 0xff]) }];

/** @param {string} text */
const noPacket = (text) => /^(42\[|4$|9|\{"event":$|42$|null$|\[\]$)/.test(text);

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'closes every socket with 1011',
    breaks: ['a frame of 65,537 bytes closes', 'text that is not UTF-8', 'a client that says goodbye'],
    frameToClient: (frame) => (frame.opcode === 8 ? closing(frame, 1011) : undefined),
  },
  {
    name: 'reads frames of up to 65,535 bytes',
    breaks: ['a frame of exactly 65,536'],
    frameToServer: (frame, link) => void (frame.payload.length === 65_536 && link.cut()),
  },
  {
    name: 'reads frames of any size',
    breaks: ['a frame of 65,537 bytes closes', 'what was in a frame that is too large'],
    toServer: (event) => {
      if (event.name !== 'message') return undefined;
      const { text, clientId } = event.payload;
      return [{ ...event, payload: { text, clientId } }];
    },
  },
  {
    name: 'closes every socket where one sends too much',
    breaks: ['a frame that is too large closes that one'],
    frameToServer: (frame, { links }) => {
      if (frame.payload.length > 65_536) for (const link of links) link.cut();
    },
  },
  {
    name: 'does not answer ping frames',
    breaks: ['a ping frame is answered'],
    frameToClient: (frame) => (frame.opcode === 10 ? [] : undefined),
  },
  {
    name: 'closes the socket over an event it does not know',
    breaks: ['frames that mean nothing here'],
    toServer: (event, link) => {
      const known = ['message', 'packet', 'pusher:subscribe', 'pusher:ping'];
      if (!known.includes(event.name)) link.cut();
    },
  },
  {
    name: 'stops at a packet it cannot read',
    breaks: ['frames that are no packet of the wire'],
    toServer: (event, { links }) => {
      if (event.name === 'packet' && noPacket(event.payload)) for (const link of links) link.cut();
    },
  },
  {
    name: 'loses fragments',
    breaks: ['a message that came in fragments'],
    frameToServer: (frame) => (frame.opcode === 0 && !frame.fin ? [] : undefined),
  },
  {
    name: 'reads text that is not UTF-8',
    breaks: ['text that is not UTF-8'],
    frameToServer: (frame) =>
      frame.opcode === 1 ? [{ ...frame, payload: Buffer.from(frame.payload.toString()) }] : undefined,
  },
  {
    name: 'keeps everything for a client that does not read',
    breaks: ['a client that does not read'],
    hoards: true,
  },
  {
    name: 'says nothing of itself in its first packet',
    breaks: ['the first packet of a socket'],
    toClient: (event) => {
      if (event.name === 'pusher:connection_established') return [{ ...event, payload: { socket_id: 'x' } }];
      if (event.name === 'packet' && event.payload.startsWith('0{')) return [{ ...event, payload: '0{"sid":"x"}' }];
      return undefined;
    },
  },
  {
    name: 'stores what is sent before joining',
    breaks: ['a message sent before joining'],
    toServer: (event, { memory }) => void (event.name === 'message' && (memory.early = event.payload)),
    reply: (x) => {
      const json = x.is('GET', '/messages') && x.json;
      if (!json || !x.memory.early) return;
      json.messages.push({ ...x.memory.early, id: json.messages.length + 1 });
      x.json = json;
    },
  },
  {
    name: 'lets a user have 19 sockets',
    breaks: ['a user may have 20 joined sockets'],
    toClient: (event, { memory }) => {
      if (event.name !== 'welcome') return undefined;
      memory.joined = (memory.joined ?? 0) + 1;
      return memory.joined === 20 ? [] : undefined;
    },
  },
  {
    name: 'refuses a socket too many with another code',
    breaks: ['a user may have 20 joined sockets'],
    toClient: (event) =>
      refuses(event)
        ? [JSON.parse(JSON.stringify(event).replaceAll('too_many_connections', 'not_logged_in'))]
        : undefined,
  },
  {
    name: 'lets nobody in again who had a socket too many',
    breaks: ['a user may have 20 joined sockets'],
    toClient: (event, { memory }) => {
      if (refuses(event)) memory.refused = true;
      return event.name === 'welcome' && memory.refused ? [] : undefined;
    },
  },
  {
    name: 'lets everybody join',
    breaks: ['a forged or borrowed proof', 'who is in another room', 'a user may have 20 joined sockets'],
    toClient: (event) => {
      if (['pusher:error', 'pusher:subscription_error'].includes(event.name)) return [told('welcome', {})];
      if (event.name === 'packet' && event.payload.startsWith('44')) {
        return [{ ...event, payload: event.payload.replace(/^44(\/[^,]*,)?.*$/s, '40$1{"sid":"x"}') }];
      }
      return undefined;
    },
    toServer: (event, link) => {
      const { channel } = event.rest;
      if (event.name === 'message' && channel === 'elsewhere') {
        link.tell({ name: 'ack', payload: { ok: true }, rest: { channel, clientId: event.payload.clientId } });
      }
    },
    frameToClient: (frame) => {
      const text = JSON.stringify({ event: 'welcome', data: '{}' });
      return frame.opcode === 8 ? [{ ...frame, fin: true, opcode: 1, payload: Buffer.from(text) }] : undefined;
    },
  },
  {
    name: 'does not answer whether it is there',
    breaks: ["the wire's own question"],
    toClient: (event) => (event.name === 'pusher:pong' || event.payload === '3probe' ? [] : undefined),
  },
];

import { refuse, replying, sending, telling } from './break.js';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'forgets its sessions at a restart',
    breaks: ['sessions, users and messages outlive'],
    request: (x) => void (x.memory.restarted && x.headers.cookie && refuse(x, 'not_logged_in')),
  },
  {
    name: 'forgets at a restart what was deleted',
    breaks: ['what was edited and deleted outlives'],
    ...replying('GET', '/messages', (json, { memory }) => {
      if (memory.restarted) for (const message of json.messages ?? []) delete message.deleted;
    }),
  },
  {
    name: 'forgets its clientIds at a restart',
    breaks: ['a clientId is remembered over a restart'],
    ...sending('/messages', (sent, { memory }) => void (memory.restarted && (sent.clientId += 'x'))),
  },
  {
    name: 'refuses whatever a socket sends once it was refused after a restart',
    breaks: ['by socket an old clientId is answered after a restart'],
    ...telling('ack', (ack, { own, memory }) => {
      if (ack.error && memory.restarted) own.refusal = ack;
      return own.refusal ? { ...ack, ...own.refusal, message: undefined } : ack;
    }),
  },
  {
    name: 'ends sessions at a shutdown',
    breaks: ['a shutdown closes sockets in the way'],
    frameToClient: (frame, { wire }) => {
      if (frame.opcode !== 8) return undefined;
      if (wire === 'pusher') return [{ ...frame, payload: Buffer.from([4009 >> 8, 4009 & 0xff]) }];
      return [{ ...frame, fin: true, opcode: 1, payload: Buffer.from('41') }, frame];
    },
    ended: (link) => {
      if (link.wire === 'socket.io') link.tell({ name: 'packet', payload: '41', rest: {} });
    },
  },
  {
    name: 'answers internal where it cannot tell who is online, for as long as it restarts',
    breaks: ['while the server restarts, GET /online tells'],
    request: (x) => void (x.memory.restarting && x.is('GET', '/online') && refuse(x, 'internal')),
  },
  {
    name: 'answers internal after a restart where it is asked who is online',
    breaks: ['while the server restarts, GET /online tells'],
    request: (x) => void (x.memory.restarted && x.is('GET', '/online') && refuse(x, 'internal')),
  },
];

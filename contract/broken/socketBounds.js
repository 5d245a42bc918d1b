import { limits } from '../suite/contract.js';

/** @typedef {import('../proxy/mutant.js').Mutant} Mutant */

/** @param {number} ms @param {'early' | 'always'} whom those who have not joined by then, or everybody @returns {Partial<Mutant>} */
const cutting = (ms, whom) => ({
  toClient: (event, link) => {
    if (event.name === 'welcome') link.own.joined = true;
    link.own.timer ??= setTimeout(() => (whom === 'always' || !link.own.joined) && link.cut(), ms).unref();
  },
});

/** @type {Mutant[]} */
export const mutants = [
  {
    name: 'keeps sockets that never join',
    breaks: ['a socket that has not joined within 10 s'],
    frameToClient: (frame) => (frame.opcode === 8 ? [] : undefined),
    lingers: true,
  },
  {
    name: 'gives a socket 2 s to join',
    breaks: ['a socket that has not joined within 10 s'],
    ...cutting(2000, 'early'),
  },
  {
    name: 'closes sockets that have joined too',
    breaks: ['a socket that has not joined within 10 s'],
    ...cutting((limits.joinSeconds * 1000) / 2, 'always'),
  },
  {
    name: 'reads as fast as is sent',
    breaks: ['what a socket sends beyond its allowance'],
    toServer: (event, link) => {
      if (event.name !== 'message' || event.payload.text !== '') return undefined;
      const { clientId } = event.payload;
      link.tell({ name: 'ack', payload: { ok: false }, rest: { ...event.rest, clientId } });
      return [];
    },
  },
  {
    name: 'closes a socket that sends faster than it reads',
    breaks: ['what a socket sends beyond its allowance'],
    frameToServer: (frame, link) => {
      link.own.bytes = (link.own.bytes ?? 0) + frame.payload.length;
      if (link.own.bytes > limits.socketBytesBurst) link.cut();
    },
  },
  {
    name: 'loses what is sent beyond the allowance',
    breaks: ['what a socket sends beyond its allowance'],
    frameToServer: (frame, link) => {
      link.own.bytes = (link.own.bytes ?? 0) + frame.payload.length;
      return link.own.bytes > limits.socketBytesBurst && frame.payload.length > 1000 ? [] : undefined;
    },
  },
];

import assert from 'node:assert/strict';
import { authorize } from '../../drivers/pusherRaw.js';
import { overload } from '../overloadEntry.js';
import { frame } from '../rawSocket.js';
import { socketIdOf } from '../wires.js';

/** @typedef {import('../overloader.js').Overloader} Overloader */

const text = (/** @type {string} */ payload) => frame({ opcode: 1, payload: Buffer.from(payload) });

/**
 * Members who leave the chat and join it again, as fast as each wire lets them.
 * @type {Record<string, (h: Overloader, members: number, until: number) => Promise<number>>} gives how often they did
 */
const comeAndGo = {
  // Who leaves is hung up on: each round is a connection.
  'socket.io': async (h, members, until) => {
    let rounds = 0;
    const member = async () => {
      while (performance.now() < until) {
        const raw = await h.joined();
        raw.say('41');
        await raw.gone;
        rounds++;
      }
    };
    await Promise.all(Array.from({ length: members }, member));
    return rounds;
  },
  // On one connection, with one signature.
  pusher: async (h, members, until) => {
    const { channel } = h.server.config;
    const sockets = await h.sockets(members, 'joined');
    const packets = await Promise.all(
      sockets.map(async (raw) => {
        const data = { channel, ...(await authorize(h.server, h.person.cookie, await socketIdOf(raw))).json };
        const leave = text(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel } }));
        return Buffer.concat([leave, text(JSON.stringify({ event: 'pusher:subscribe', data }))]);
      }),
    );
    const welcomed = () =>
      sockets.reduce((sum, { texts }) => sum + texts.filter((said) => said.includes('"welcome"')).length, 0);
    const before = welcomed();
    while (performance.now() < until) {
      for (const [n, raw] of sockets.entries()) raw.write(Buffer.concat(Array(100).fill(packets[n])));
      await h.hold(250, 150);
    }
    return welcomed() - before;
  },
};

export const list = [
  overload('members who leave and join without end', async (h) => {
    const members = h.many(20, 5);
    const until = performance.now() + h.many(5000, 1500);
    const rounds = await comeAndGo[h.server.config.wire](h, members, until);
    assert.ok(rounds > 2 * members, `${members} members came and went ${rounds} times in all`);
  }),
];

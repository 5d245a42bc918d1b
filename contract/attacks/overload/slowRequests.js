import assert from 'node:assert/strict';
import { pause } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { NEVER_FINISHED_MS } from '../attacker.js';
import { overload } from '../overloadEntry.js';

/** @typedef {import('../overloader.js').Overloader} Overloader */

const DRIP_MS = 4000;

/** The head of a body that never comes to its end. @param {Overloader} h @param {string} path @param {string} [cookie] */
const slowBody = (h, path, cookie) =>
  h.head(`POST ${path}`, [
    ...(cookie ? [`cookie: ${cookie}`] : []),
    'content-type: application/json',
    'content-length: 60000',
  ]) + '{';

/**
 * Requests that drip in byte by byte.
 * @param {Overloader} h @param {number} count @param {string[]} beginnings @param {string[]} from addresses, in turns
 */
async function drip(h, count, beginnings, from) {
  const kinds = from.flatMap((address) => beginnings.map((bytes) => ({ address, bytes })));
  const sockets = (
    await Promise.all(
      kinds.map(({ address, bytes }) => h.dialMany(Math.ceil(count / kinds.length), { bytes, from: address })),
    )
  ).flat();
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, DRIP_MS);
  h.endings.push(() => clearInterval(timer));
  return sockets;
}

/** @param {Overloader} h @param {import('node:net').Socket[]} sockets */
async function expectCutOff(h, sockets) {
  const end = performance.now() + NEVER_FINISHED_MS;
  const left = () => sockets.filter(({ closed }) => !closed).length;
  while (left() > 0 && performance.now() < end) await pause(100);
  assert.equal(left(), 0, `${left()} of ${sockets.length} are still open after ${NEVER_FINISHED_MS / 1000} s`);
}

export const list = [
  overload('bodies of five strangers by the thousand, a byte every 4 s', async (h) => {
    const sockets = await drip(h, h.many(4200, 1500), [slowBody(h, '/messages')], h.addresses(5));
    await h.hold(5000, 2000);
    await Person.enter(h.server);
    if (h.long) await expectCutOff(h, sockets);
  }),

  overload('bodies of five users by the thousand, a byte every 4 s', async (h) => {
    const people = await Promise.all(h.addresses(5).map(() => Person.enter(h.server)));
    await Promise.all(people.map((person) => person.get('/me')));
    const bodies = people.map(({ cookie }) => slowBody(h, '/messages', cookie));
    await drip(h, h.many(4200, 1500), bodies, h.addresses(5));
    await h.hold(5000, 2000);
    await Person.enter(h.server);
  }),

  overload('heads by the thousand, a byte every 4 s', async (h) => {
    const sockets = await drip(h, h.many(4200, 1500), [h.head('GET /me', ['x: ']).trimEnd()], h.addresses(5));
    await h.hold(5000, 2000);
    await Person.enter(h.server);
    if (h.long) await expectCutOff(h, sockets);
  }),

  overload('bodies of one address by the hundred, a byte every 4 s, are cut off in time', async (h) => {
    const count = h.many(900, 300);
    const sockets = await drip(h, count, [slowBody(h, '/messages'), slowBody(h, '/login')], [h.from]);
    await expectCutOff(h, sockets);
  }),
];

import assert from 'node:assert/strict';
import { pause } from '../../suite/expect.js';
import { overload } from '../overloadEntry.js';

// More would use up what their address may hold, and end the connections that ask.
const PER_SECOND = 500;
const TICK_MS = 20;

/**
 * Connections that ask again as soon as they have an answer.
 * @param {import('../overloader.js').Overloader} h @param {number} count @param {string} head
 * @returns {Promise<() => number>} how many answers came so far
 */
async function askWithoutPause(h, count, head) {
  let answers = 0;
  for (const socket of await h.dialMany(count, { bytes: head })) {
    socket.on('data', () => {
      answers++;
      socket.write(head);
    });
  }
  return () => answers;
}

/**
 * Opens connections at a steady rate, however slowly the server accepts them, and closes each once it is open.
 * @param {import('../overloader.js').Overloader} h @param {number} ms
 * @returns {Promise<number>} how many were opened
 */
async function openAndClose(h, ms) {
  let opened = 0;
  let due = 0;
  const began = performance.now();
  for (let passed = 0; passed < ms; passed = performance.now() - began) {
    for (const most = (PER_SECOND * passed) / 1000; due < most; due++) {
      h.dial().then(
        (socket) => {
          opened++;
          socket.destroy();
        },
        () => {},
      );
    }
    await pause(TICK_MS);
  }
  return opened;
}

const HANG_UP_MS = 5;
const AGAIN_MS = 20;

/**
 * Asks on connections that hang up before there is an answer, each again a moment later, until the time is over.
 * @param {import('../overloader.js').Overloader} h @param {number} count @param {number} ms @param {string} head
 */
async function askAndHangUp(h, count, ms, head) {
  let asked = 0;
  const end = performance.now() + ms;
  const one = async () => {
    while (performance.now() < end) {
      const socket = await h.dial().catch(() => undefined);
      socket?.write(head);
      await pause(HANG_UP_MS);
      if (socket) asked++;
      socket?.resetAndDestroy();
      await pause(AGAIN_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  return asked;
}

export const list = [
  overload('connections that ask without pause, beside others that are opened and closed all the time', async (h) => {
    const answers = await askWithoutPause(h, h.many(300, 200), h.head('GET /me', [`cookie: ${h.person.cookie}`]));
    const opened = await openAndClose(h, h.many(15_000, 8000));
    assert.ok(answers() > 0 && opened > 0, `${answers()} answers came, ${opened} connections were opened`);
  }),

  overload('calls of one address that hang up before their answer, again and again', async (h) => {
    const head = h.head('GET /me', [`cookie: ${h.person.cookie}`]);
    assert.ok((await askAndHangUp(h, h.many(60, 40), h.many(8000, 4000), head)) > 0, 'nothing was asked');
  }),
];

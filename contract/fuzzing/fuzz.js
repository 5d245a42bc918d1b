import { Attacker } from '../attacks/attacker.js';
import { frame } from '../attacks/rawSocket.js';
import { Witness } from '../attacks/witness.js';
import { pause } from '../suite/expect.js';
import { rssOf } from '../suite/memory.js';
import { nextFrame } from './mangle.js';
import { Dice } from './random.js';

/**
 * @typedef {object} FuzzOptions
 * @property {number} frames @property {number} seed
 * @property {number} connections side by side
 * @property {number} [pid] the process whose memory is watched
 * @property {(progress: {sent: number, opened: number, rss: number | undefined}) => void} [onProgress] every 5 s
 *
 * @typedef {object} FuzzResult
 * @property {number} sent frames @property {number} opened connections @property {number} seconds
 * @property {string[]} complaints of the two people who chat beside
 * @property {number | undefined} warmRss bytes after a tenth of the frames @property {number | undefined} endRss bytes
 */

// At most so many go out at once, and then a ping: a server that has closed the socket would read no more of them.
const BURST = 4;
const PONG_MS = 30;
// A socket that has used up its allowance of bytes is not read from for a while: another one is.
const UNANSWERED_MAX = 3;
// A share of the connections joins first, so that the chat behind the protocol is reached too.
const JOIN_SHARE = 0.3;

/** @param {import('../suite/server.js').Server} server @param {FuzzOptions} options @returns {Promise<FuzzResult>} */
export async function fuzz(server, { frames, seed, connections, pid, onProgress = () => {} }) {
  const dice = new Dice(seed);
  const witness = await Witness.begin(server);
  const attacker = await Attacker.enter(server);
  const start = performance.now();
  let [sent, opened] = [0, 0];
  /** @type {number | undefined} */
  let warmRss;
  const timer = setInterval(() => onProgress({ sent, opened, rss: rssOf(pid) }), 5000);
  const one = async () => {
    while (sent < frames) {
      const raw = await open(attacker, dice).catch(() => undefined);
      if (!raw) {
        await pause(50);
        continue;
      }
      opened++;
      let unanswered = 0;
      while (sent < frames && unanswered < UNANSWERED_MAX && !raw.socket.destroyed && raw.socket.writable) {
        const burst = [];
        for (let i = dice.below(BURST); i >= 0 && sent < frames; i--, sent++)
          burst.push(nextFrame(dice, server.config.wire));
        if (sent > frames / 10) warmRss ??= rssOf(pid);
        unanswered = (await answered(raw, Buffer.concat([...burst, frame({ opcode: 9 })]))) ? 0 : unanswered + 1;
      }
      raw.end();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  clearInterval(timer);
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {Error} */ error) => void complaints.push(error.message);
  await pause(1000);
  await witness.check().catch(complain);
  await witness.end().catch(complain);
  return { sent, opened, seconds: (performance.now() - start) / 1000, complaints, warmRss, endRss: rssOf(pid) };
}

/** @param {Attacker} attacker @param {Dice} dice */
async function open(attacker, dice) {
  const joins = dice.chance(JOIN_SHARE);
  const raw = joins ? await attacker.joined() : await attacker.socket();
  attacker.endings = [];
  if (raw.status === 101) return raw;
  raw.end();
  throw new Error(`the handshake got ${raw.status}`);
}

/**
 * Resolves when the pong has come, the socket is gone, or the ping was taken for a part of a broken frame.
 * @param {import('../attacks/rawSocket.js').RawSocket} raw @param {Buffer} bytes @returns {Promise<boolean>} whether anything came
 */
function answered(raw, bytes) {
  raw.frames.length = 0;
  return new Promise((resolve) => {
    const look = () => {
      if (raw.frames.some(({ opcode }) => opcode === 8)) raw.end();
      if (raw.socket.destroyed || raw.frames.some(({ opcode }) => opcode === 10)) done();
    };
    const done = () => {
      clearTimeout(timer);
      for (const event of ['data', 'close']) raw.socket.off(event, look);
      resolve(raw.frames.length > 0);
    };
    const timer = setTimeout(done, PONG_MS);
    for (const event of ['data', 'close']) raw.socket.on(event, look);
    raw.socket.write(bytes);
  });
}

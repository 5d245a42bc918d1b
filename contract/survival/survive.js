import { eventually, pause } from '../suite/expect.js';
import { Person } from '../suite/person.js';
import { shell } from '../suite/restart.js';
import { findingsOf } from './findings.js';
import { Survivor } from './survivor.js';

const HEALTHY_WITHIN_MS = 60_000;

/**
 * @typedef {object} SurviveOptions
 * @property {string} kill a shell command that kills the server, or one of its processes, with SIGKILL
 * @property {number} kills @property {number} clients half of them send by socket, half by POST
 * @property {number} everyMs between two kills
 * @property {(line: string) => void} say
 */

/**
 * Kills the server again and again while clients chat, then holds the store, the acknowledgements and every client's
 * list against each other.
 * @param {import('../suite/server.js').Server} server @param {SurviveOptions} options @returns {Promise<import('./findings.js').Finding[]>}
 */
export async function survive(server, { kill, kills, clients, everyMs, say }) {
  const people = [];
  for (let i = 0; i < clients; i++) people.push(await Person.enter(server));
  const begin = await people[0].store('before the first kill');
  const survivors = people.map((person, i) => new Survivor(person, i % 2 ? 'post' : 'socket', begin.id));
  await eventually(async () => {
    if (survivors.some(({ connection }) => !connection)) throw new Error('some client has not joined');
  }, 30_000);
  for (let i = 1; i <= kills; i++) {
    // Killed while it chats, not while it starts: that it comes back is part of what is asked.
    await healthy(server);
    await pause(everyMs);
    await shell(kill);
    say(
      `kill ${i} of ${kills}: ${sum(survivors, ({ acknowledged }) => acknowledged.size)} messages acknowledged so far`,
    );
  }
  await healthy(server);
  await pause(2000);
  /** @type {string[]} */
  const silent = [];
  await Promise.all(
    survivors.map((survivor) => survivor.fallSilent(30_000).catch((error) => void silent.push(error.message))),
  );
  await Promise.all(survivors.map((survivor) => survivor.leave()));
  const stored = await people[0].catchUp(begin.id);
  say(
    `${stored.length} messages stored, ${sum(survivors, ({ acknowledged }) => acknowledged.size)} acknowledged, ` +
      `${sum(survivors, ({ retries }) => retries)} tries in vain, ${sum(survivors, ({ joins }) => joins - 1)} times joined again`,
  );
  return findingsOf(stored, begin.id + 1, survivors, silent);
}

/** @param {Survivor[]} survivors @param {(survivor: Survivor) => number} count */
const sum = (survivors, count) => survivors.reduce((total, survivor) => total + count(survivor), 0);

/** @param {import('../suite/server.js').Server} server */
async function healthy(server) {
  await eventually(async () => {
    const { status } = await server.call('/health', { timeoutMs: 3000 });
    if (status !== 200) throw new Error(`after the kills /health answers ${status}`);
  }, HEALTHY_WITHIN_MS);
}

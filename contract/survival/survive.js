import { isDeepStrictEqual } from 'node:util';
import { eventually, pause } from '../suite/expect.js';
import { Person } from '../suite/person.js';
import { shell } from '../suite/restart.js';
import { Survivor } from './survivor.js';

const HEALTHY_WITHIN_MS = 60_000;

/**
 * @typedef {object} SurviveOptions
 * @property {string} kill a shell command that kills the server, or one of its processes, with SIGKILL
 * @property {number} kills @property {number} clients half of them send by socket, half by POST
 * @property {number} everyMs between two kills
 * @property {(line: string) => void} say
 *
 * @typedef {{said: string, held: boolean, why?: string}} Finding
 */

/**
 * Kills the server again and again while clients chat, then holds the store, the acknowledgements and every client's
 * list against each other.
 * @param {import('../suite/server.js').Server} server @param {SurviveOptions} options @returns {Promise<Finding[]>}
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
  return findings(stored, begin.id + 1, survivors, silent);
}

/** @param {any[]} stored @param {number} first @param {Survivor[]} survivors @param {string[]} silent @returns {Finding[]} */
function findings(stored, first, survivors, silent) {
  const acknowledged = survivors.flatMap((survivor) => [...survivor.acknowledged.values()]);
  const lost = acknowledged.filter((message) => !isDeepStrictEqual(stored[message.id - first], message));
  const keys = stored.map(({ user, clientId }) => `${user.id} ${clientId}`);
  const doubled = stored.filter((_, index) => keys.indexOf(keys[index]) !== index);
  const hole = stored.findIndex(({ id }, index) => id !== first + index);
  const others = survivors.filter(({ list }) => !isDeepStrictEqual(list, stored));
  return [
    { said: 'every message was acknowledged in the end', held: silent.length === 0, why: silent[0] },
    {
      said: 'every acknowledged message is in the store as it was acknowledged',
      held: lost.length === 0,
      why: told(lost),
    },
    { said: 'no message is in the store twice', held: doubled.length === 0, why: told(doubled) },
    { said: 'ids are dense', held: hole < 0, why: `after ${stored[hole - 1]?.id} comes ${stored[hole]?.id}` },
    {
      said: `all ${survivors.length} clients end with the same list in the same order`,
      held: others.length === 0,
      why: `${others.length} lists differ; the first has ${others[0]?.list.length} messages, the store ${stored.length}`,
    },
  ];
}

/** @param {any[]} list */
const told = (list) => `${list.length}, the first: ${JSON.stringify(list[0])}`;

/** @param {Survivor[]} survivors @param {(survivor: Survivor) => number} count */
const sum = (survivors, count) => survivors.reduce((total, survivor) => total + count(survivor), 0);

/** @param {import('../suite/server.js').Server} server */
async function healthy(server) {
  await eventually(async () => {
    const { status } = await server.call('/health', { timeoutMs: 3000 });
    if (status !== 200) throw new Error(`after the kills /health answers ${status}`);
  }, HEALTHY_WITHIN_MS);
}

import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {{said: string, held: boolean, why?: string}} Finding
 */

/**
 * Holds the store, what was acknowledged and every client's list against each other.
 * @param {any[]} stored @param {number} first the id it begins with
 * @param {{list: any[], acknowledged: Map<string, any>}[]} survivors
 * @param {string[]} silent why messages were never acknowledged
 * @returns {Finding[]}
 */
export function findingsOf(stored, first, survivors, silent) {
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

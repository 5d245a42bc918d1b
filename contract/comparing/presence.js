import { setTimeout as pause } from 'node:timers/promises';
import { allow } from './allowed.js';

/** @typedef {import('./visit.js').Visit} Visit @typedef {import('./pair.js').Found} Found @typedef {import('./call.js').Step} Step */

// Beyond the grace: a busy server is late.
const LATE_MS = 500;

/** Where such a difference is. */
export const PRESENCE = 'effect.presence';

/**
 * Who is online behind some episodes: their sockets stay open until whoever has left is gone for good. One lot at a time is
 * kept, so that nothing waits for it.
 */
export class Presence {
  /** @param {import('./visit.js').Side[]} sides */
  constructor(sides) {
    this.sides = sides;
    /** @type {{episodes: Step[][], visits: Visit[][], dueAt: number} | undefined} */
    this.kept = undefined;
    this.graceMs = graceOf(sides);
  }

  /** @param {Step[][]} episodes @param {Visit[][]} visits by side; they are ended here */
  keep(episodes, visits) {
    const have = [...episodes.keys()].filter((index) => episodes[index].some((step) => 'socket' in step));
    if (this.kept || have.length === 0) return endAll(visits);
    endAll(visits.map((list) => list.filter((_, index) => !have.includes(index))));
    this.kept = {
      episodes: have.map((index) => episodes[index]),
      visits: visits.map((list) => have.map((index) => list[index])),
      dueAt: Date.now() + this.graceMs + LATE_MS,
    };
  }

  /** @param {boolean} [atOnce] waits until it is time @returns {Promise<Found[]>} nothing where it is too early */
  async look(atOnce = false) {
    const { kept } = this;
    if (!kept || (!atOnce && Date.now() < kept.dueAt)) return [];
    await pause(Math.max(0, kept.dueAt - Date.now()));
    const expected = kept.visits.map((visits) => visits.map(({ sockets }) => [...sockets.present].sort().join(' ')));
    const names = kept.visits[0].map(({ name }) => name);
    let listed = await this.#listed(names);
    for (const until = Date.now() + this.sides[0].patienceMs; !isSame(listed, expected) && Date.now() < until;) {
      await pause(100);
      listed = await this.#listed(names);
    }
    endAll(kept.visits);
    this.kept = undefined;
    return kept.episodes.flatMap((steps, index) => {
      const [one, other] = listed.map((list) => list[index].replaceAll(`${names[index]}-`, 'user '));
      if (one === other) return [];
      return [{ steps, step: steps.length - 1, differences: [{ at: PRESENCE, one, other }] }];
    });
  }

  /** @param {string[]} names of the episodes @returns {Promise<string[][]>} by side, who of each is online */
  #listed(names) {
    return Promise.all(
      this.sides.map(async ({ observer }) => {
        const { json } = (await observer?.get('/online')) ?? {};
        const online = (json?.users ?? []).map((/** @type {{name: string}} */ { name }) => name);
        return names.map((name) =>
          online
            .filter((/** @type {string} */ each) => each.startsWith(`${name}-`))
            .sort()
            .join(' '),
        );
      }),
    );
  }
}

const graceOf = allow(
  'they leave when the last socket has been gone for 3 s',
  (/** @type {import('./visit.js').Side[]} */ sides) =>
    Math.max(...sides.map(({ server }) => server.config.limits?.leaveGraceMs ?? 0)),
);

/** @param {Visit[][]} visits */
export function endAll(visits) {
  for (const visit of visits.flat()) visit.end();
}

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

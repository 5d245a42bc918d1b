import { Person } from '../suite/person.js';
import { limits } from '../suite/contract.js';
import { differences } from './differences.js';
import { isDoubtful } from './doubtful.js';
import { Side, Visit } from './visit.js';

/**
 * @typedef {import('./call.js').Step} Step
 * @typedef {import('./differences.js').Difference} Difference
 *
 * @typedef {object} Found a step that the two servers took differently
 * @property {number} episode its place in the wave @property {number} step
 * @property {Difference[]} differences
 */

// So many messages must be there before: a page from the 201st on, the highest id that calls name by number, is full then.
const HISTORY = 2 * limits.pageMax + 2;

/** Two servers that are given the same calls. */
export class Pair {
  /** @param {import('../suite/server.js').Server} one @param {import('../suite/server.js').Server} other */
  constructor(one, other) {
    this.sides = [new Side(one), new Side(other)];
    // Other names at each run: what an earlier one left in the stores is nobody's here.
    this.name = Date.now().toString(36).slice(-6);
    this.visits = 0;
    this.calls = 0;
  }

  /** Gives both the same recent history, whatever they hold. */
  async begin() {
    await Promise.all(this.sides.map((side) => this.#level(side)));
  }

  /** @param {Side} side */
  async #level(side) {
    side.observer = await Person.enter(side.server, `${this.name}-observer`);
    const { messages } = await side.observer.page('limit=1');
    side.last = messages.at(-1)?.id ?? 0;
    for (let writer = 0; side.last < HISTORY; writer++) {
      const person = await Person.enter(side.server, `${this.name}-w${writer}`);
      for (let i = 0; i < limits.messagesBurst; i++) side.last = (await person.store(`before ${i}`)).id;
    }
    side.base = side.last;
    side.read = side.last;
  }

  /**
   * Takes the episodes to both servers, all of them side by side, step by step.
   * @param {Step[][]} episodes @returns {Promise<Found[]>}
   */
  async take(episodes) {
    const names = episodes.map(() => this.#nextName());
    const [one, other] = await Promise.all(this.sides.map((side) => wave(side, episodes, names)));
    this.calls += episodes.reduce((sum, steps) => sum + callsIn(steps), 0);
    /** @type {Found[]} */
    const found = [];
    for (const [episode, steps] of episodes.entries()) {
      for (const step of steps.keys()) {
        const differing = differencesAt(steps[step], one[episode][step], other[episode][step]);
        if (differing.length) found.push({ episode, step, differences: differing });
      }
    }
    const stored = await Promise.all(this.sides.map((side) => newMessages(side)));
    const unlike = this.#unlike(stored, episodes, names);
    if (unlike.length === 0) return found;
    // Where one has a message more, every id and page behind it differs.
    const own = found.map((each) => ({
      ...each,
      differences: each.differences.filter(({ at }) => !at.includes('message')),
    }));
    return [...own, ...unlike];
  }

  /**
   * What the two stores have not got alike, each message laid at the door of its episode.
   * @param {string[][]} stored @param {Step[][]} episodes @param {{name: string}[]} names @returns {Found[]}
   */
  #unlike([one, other], episodes, names) {
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    // From here on equal ids mean equal messages again.
    for (const side of this.sides) side.base = side.last;
    const [first, second] = [new Set(one), new Set(other)];
    const alone = [...one.filter((message) => !second.has(message)), ...other.filter((message) => !first.has(message))];
    const seen = alone.length ? alone : one.filter((message, index) => message !== other[index]);
    return seen.map((message) => {
      const episode = Math.max(
        0,
        names.findIndex(({ name }) => message.startsWith(`["${name}-`)),
      );
      const [here, there] = [first, second].map((set) => (set.has(message) ? 'stored' : 'not stored'));
      const difference = alone.length
        ? { at: 'effect', one: here, other: there }
        : { at: 'effect.order', one: 'one', other: 'another' };
      return { episode, step: episodes[episode].length - 1, differences: [difference] };
    });
  }

  #nextName() {
    const number = this.visits++;
    // 127.1.0.0 and on: all of 127/8 is this machine, and limits per address are of one episode then.
    return {
      name: `${this.name}-${number.toString(36)}`,
      address: `127.${1 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${1 + (number % 250)}`,
    };
  }
}

/** @param {Step} step @param {any} one @param {any} other */
function differencesAt(step, one, other) {
  const found = differences(one, other);
  return found.length && isDoubtful(step, one, other) ? [] : found;
}

/** What a side has stored since it was last asked; ids must have no hole. @param {Side} side */
async function newMessages(side) {
  const { observer, read } = side;
  const messages = (await observer?.catchUp(read)) ?? [];
  side.read = messages.at(-1)?.id ?? read;
  side.last = side.read;
  return messages.map(({ id, user, clientId, text }, index) =>
    JSON.stringify([user.name, clientId, text, ...(id === read + 1 + index ? [] : [`a hole before ${id}`])]),
  );
}

/** @param {Step[]} steps */
export const callsIn = (steps) => steps.reduce((sum, step) => sum + ('volley' in step ? step.volley.length : 1), 0);

/**
 * @param {Side} side @param {Step[][]} episodes @param {{name: string, address: string}[]} names
 * @returns {Promise<any[][]>} what was shown, by episode and step
 */
async function wave(side, episodes, names) {
  const visits = names.map(({ name, address }) => new Visit(side, name, address));
  /** @type {any[][]} */
  const all = episodes.map(() => []);
  const longest = Math.max(...episodes.map(({ length }) => length));
  for (let round = 0; round < longest; round++) {
    const due = episodes.flatMap((steps, index) => (steps[round] ? [{ index, step: steps[round] }] : []));
    const take = async (/** @type {typeof due[0]} */ { index, step }) => {
      all[index][round] = await visits[index].take(step);
    };
    const of = (/** @type {string} */ order) => due.filter(({ step }) => (step.order ?? 'free') === order);
    const free = of('free').map(take);
    for (const each of of('stores')) await take(each);
    await Promise.all([...free, ...of('reads').map(take)]);
  }
  for (const visit of visits) visit.end();
  return all;
}

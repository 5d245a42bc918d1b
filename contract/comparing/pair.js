import { Person } from '../suite/person.js';
import { limits } from '../suite/contract.js';
import { differences } from './differences.js';
import { isDoubtful } from './doubtful.js';
import { endAll, Presence } from './presence.js';
import { Turns } from './turns.js';
import { Side, Visit } from './visit.js';

/**
 * @typedef {import('./call.js').Step} Step
 * @typedef {import('./differences.js').Difference} Difference
 *
 * @typedef {object} Found a step that the two servers took differently
 * @property {Step[]} steps its episode @property {number} step
 * @property {Difference[]} differences
 */

// So many messages must be there before: a page from the 201st on, the highest id that calls name by number, is full then.
const HISTORY = 2 * limits.pageMax + 2;

// Done again, what does not come is not waited for as long.
const ALONE_MS = 1000;

/** Two servers that are given the same calls. */
export class Pair {
  /** @param {import('../suite/server.js').Server} one @param {import('../suite/server.js').Server} other */
  constructor(one, other) {
    this.sides = [new Side(one), new Side(other)];
    this.presence = new Presence(this.sides);
    // Other names at each run: what an earlier one left in the stores is nobody's here.
    this.name = Date.now().toString(36).slice(-6);
    this.visits = 0;
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
      for (let i = 0; i < limits.messagesMax; i++) side.last = (await person.store(`before ${i}`)).id;
    }
    side.rev = (await side.observer.changesSince(0)).at(-1)?.rev ?? 0;
    side.base = side.last;
    side.revBase = side.rev;
    side.read = side.last;
  }

  /**
   * Takes the episodes to both servers, all of them side by side.
   * @param {Step[][]} episodes @returns {Promise<Found[]>} late what was seen of earlier ones, too
   */
  async take(episodes) {
    const late = await this.presence.look();
    return [...late, ...(await this.#take(episodes, this.presence))];
  }

  /**
   * Takes one episode to both, nobody else beside it.
   * @param {Step[]} steps @param {boolean} looks waits until it is known who is online behind it
   * @returns {Promise<Found[]>}
   */
  async takeAlone(steps, looks) {
    const presence = looks ? new Presence(this.sides) : undefined;
    const { patienceMs } = this.sides[0];
    for (const side of this.sides) side.patienceMs = Math.min(ALONE_MS, patienceMs);
    const found = await this.#take([steps], presence);
    for (const side of this.sides) side.patienceMs = patienceMs;
    return presence ? [...found, ...(await presence.look(true))] : found;
  }

  /** @param {Step[][]} episodes @param {Presence} [presence] keeps their sockets @returns {Promise<Found[]>} */
  async #take(episodes, presence) {
    const names = episodes.map(() => this.#nextName());
    const visits = this.sides.map((side) => names.map(({ name, address }) => new Visit(side, name, address)));
    const [one, other] = await Promise.all(visits.map((list) => wave(list, episodes)));
    if (presence) presence.keep(episodes, visits);
    else endAll(visits);
    /** @type {Found[]} */
    const found = [];
    for (const [episode, steps] of episodes.entries()) {
      for (const step of steps.keys()) {
        const differing = differencesAt(steps[step], one[episode][step], other[episode][step]);
        if (differing.length) found.push({ steps, step, differences: differing });
      }
    }
    const stored = await Promise.all(this.sides.map((side) => newMessages(side, this.name)));
    const unlike = this.#unlike(stored, episodes, names);
    if (unlike.length === 0) return found;
    // Where one has a message more, every id and page behind it differs.
    const own = found.map((each) => ({
      ...each,
      differences: each.differences.filter(({ at }) => !/message|lastId|isDense/.test(at)),
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
    for (const side of this.sides) [side.base, side.revBase] = [side.last, side.rev];
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
      const steps = episodes[episode];
      return { steps, step: steps.length - 1, differences: [difference] };
    });
  }

  /** What is still to be seen when all calls have been made. @returns {Promise<Found[]>} */
  end() {
    return this.presence.look(true);
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

/** What a side has stored since it was last asked; ids must have no hole. @param {Side} side @param {string} name that all who write here begin with */
async function newMessages(side, name) {
  const { observer, read } = side;
  const messages = (await observer?.catchUp(read)) ?? [];
  side.read = messages.at(-1)?.id ?? read;
  side.last = side.read;
  const stranger = messages.find(({ user }) => !user.name.startsWith(name))?.user.name;
  if (stranger !== undefined) {
    throw new Error(
      `${stranger} writes to ${side.url.origin} meanwhile: two servers are compared that nobody else uses.`,
    );
  }
  return messages.map(({ id, user, clientId, text }, index) =>
    JSON.stringify([user.name, clientId, text, ...(id === read + 1 + index ? [] : [`a hole before ${id}`])]),
  );
}

/** A call is a request, a message of a socket, or what else it does. @param {Step[]} steps */
export const callsIn = (steps) => steps.reduce((sum, step) => sum + callsOf(step), 0);

/** @param {Step} step */
export function callsOf(step) {
  if ('volley' in step) return step.volley.length;
  return 'socket' in step ? (step.payloads?.length ?? 1) : 1;
}

/** @param {Visit[]} visits at one side @param {Step[][]} episodes @returns {Promise<any[][]>} what was shown, by episode and step */
function wave(visits, episodes) {
  const turns = new Turns(episodes);
  return Promise.all(
    episodes.map(async (steps, episode) => {
      const all = [];
      for (const [place, step] of steps.entries()) {
        all.push(await turns.take(episode, place, () => visits[episode].take(step)));
      }
      return all;
    }),
  );
}

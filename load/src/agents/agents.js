import { now } from '../ledger/clock.js';
import { AgentFailed, AgentLink } from './agentLink.js';
import { clockOffset } from './clockOffset.js';
import { sharedTurns } from '../chat/turns.js';

// By then the orders have arrived and all timers are set.
const START_AFTER_MS = 500;
// The audit knows who was joined when by these clocks: it allows for a message's life of 2 s, not for much less
// certain ones.
const PLACEABLE_MS = 250;

// Many connections take their time to join, and messages theirs to be answered and told.
const JOINED_WITHIN_S = 600;
const ANSWERED_WITHIN_S = 120;

// A delivery's latency is between two clocks: farther apart than this nothing is said of it.
const CLOCKS_WITHIN_MS = 1;

const ONE_RATE = 'Load hosts share messages of one rate alone: no phases.';

/**
 * @typedef {object} AgentClock
 * @property {number} offsetMs how far its clock was ahead of the leader's, before it followed that one
 * @property {number} withinMs its times are at most so far from the leader's: before it began, and at the end
 */

/**
 * Load clients on several hosts, which do everything together. Where one of them fails, every order after that does,
 * by its name.
 */
export class Agents {
  /** @type {import('./agentLink.js').AgentFacts[]} */
  facts = [];
  /** @type {AgentClock[]} */
  clocks = [];
  /** @type {number[]} members of each */
  joined = [];

  /** @param {import('./addresses.js').AgentAddress[]} addresses @param {string} [client] of each */
  constructor(addresses, client = 'raw') {
    this.client = client;
    this.links = addresses.map((address) => new AgentLink(address));
  }

  /** @returns {string[]} */
  get names() {
    return this.links.map(({ name }) => name);
  }

  /** Waits until all have started, and has each follow the leader's clock. @throws {AgentFailed} */
  async gather() {
    this.facts = await Promise.all(this.links.map((link) => link.facts));
    // One after the other: each would lengthen the others' round trips.
    for (const link of this.links) {
      const clock = await this.#clockOf(link);
      if (clock.withinMs > PLACEABLE_MS) {
        throw new AgentFailed(
          `${link.name} answers so slowly that its clock is known within ${Math.round(clock.withinMs)} ms alone.`,
        );
      }
      await link.ask('follow', { aheadMs: -clock.offsetMs });
      this.clocks.push(clock);
    }
  }

  /**
   * @param {Parameters<import('../chat/loadClient.js').LoadClient['join']>[0]} order one connection for each session
   * @returns {Promise<{joined: number, why: string | null}>} when every agent has joined all that it can (the
   *   barrier); why: the first that could not
   * @throws {AgentFailed}
   */
  async join({ target, sessions, shape }) {
    if (shape) throw new AgentFailed(ONE_RATE);
    const { client, links } = this;
    const joins = await this.#all((link, place) => {
      const own = sessions.filter((_, at) => at % links.length === place);
      return link.ask('join', { client, target, sessions: own }, JOINED_WITHIN_S);
    });
    this.joined = joins.map(({ joined }) => joined);
    return {
      joined: this.joined.reduce((sum, joined) => sum + joined, 0),
      why: joins.find(({ why }) => why !== null)?.why ?? null,
    };
  }

  /**
   * All send, beginning in the same moment, each its share.
   * @param {import('../chat/loadClient.js').SendOrder} order
   * @returns {Promise<{startAt: number, sentUntil: number}>} ms since 1970, when each has its answers
   * @throws {AgentFailed}
   */
  async send({ run, schedule, senders: most }) {
    const { senders, turns } = sharedTurns(this.joined, most);
    const startAt = now() + START_AFTER_MS + 2 * Math.max(...this.clocks.map(({ withinMs }) => withinMs));
    const within = schedule.seconds + ANSWERED_WITHIN_S;
    const sent = await this.#all((link, place) =>
      link.ask('send', { run, schedule, startAt, share: { senders, turns: turns[place] } }, within),
    );
    return { startAt, sentUntil: Math.max(...sent.map(({ sentUntil }) => sentUntil)) };
  }

  /**
   * Ends the members' connections.
   * @param {{run: string, startAt: number, seconds: number}} run
   * @returns {Promise<import('../chat/runLoad.js').Left>}
   * @throws {AgentFailed}
   */
  async leave(run) {
    for (const [place, link] of this.links.entries()) {
      const { offsetMs, withinMs } = await this.#clockOf(link);
      const clock = this.clocks[place];
      clock.withinMs = Math.max(clock.withinMs, Math.abs(offsetMs) + withinMs);
    }
    const left = await this.#all((link) => link.ask('leave', run, ANSWERED_WITHIN_S));
    /** @type {import('../chat/loadClient.js').Part[]} */
    const parts = left.flatMap(({ parts: own }) => own);
    for (const [place, { client }] of parts.entries())
      client.boundBy = client.boundBy.map((by) => `${by} of ${this.names[place]}`);
    const agents = parts.map(({ client }, place) => ({
      ...{ name: this.names[place], ...this.facts[place], joined: this.joined[place], cpuCores: client.cpuCores },
      ...{ clockOffsetMs: this.clocks[place].offsetMs, clockWithinMs: this.clocks[place].withinMs },
    }));
    return { parts, agents, clocksApart: clocksApart(agents) };
  }

  /** Ends all agents at once. */
  close() {
    for (const link of this.links) link.close();
  }

  /** @param {AgentLink} link */
  #clockOf(link) {
    return clockOffset(() => link.ask('clock'));
  }

  /** @param {(link: AgentLink, place: number) => Promise<any>} ask @returns {Promise<any[]>} */
  #all(ask) {
    return Promise.all(this.links.map(ask));
  }
}

/**
 * @param {import('../record/runRecord.js').AgentSeen[]} agents
 * @returns {string | null} why nothing is said of deliveries' latencies
 */
export function clocksApart(agents) {
  const worst = agents.toSorted((one, other) => other.clockWithinMs - one.clockWithinMs)[0];
  // An agent by itself sends and receives by one clock.
  if (agents.length === 1 || worst.clockWithinMs <= CLOCKS_WITHIN_MS) return null;
  const within = worst.clockWithinMs.toFixed(1);
  return `no latency of deliveries: the clock of ${worst.name} is known within ${within} ms alone`;
}

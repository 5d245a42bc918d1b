import { now } from '../machine/clock.js';
import { AgentLink } from './agentLink.js';
import { clockOffset } from './clockOffset.js';
import { sharesOf } from '../schedule/shares.js';

/** @import { JoinOrder, JoinResult, LeaveResult, LoadClient, SendOrder } from '../chat/types.js' */
/** @import { AgentAddress } from './addresses.js' */
/** @import { HostResult } from '../record/runRecord.js' */

// The orders arrive and all timers are set within this time.
const START_AFTER_MS = 500;
// The audit compares times of different hosts and allows a message 2 s, so clock offsets must be known far better.
const PLACEABLE_MS = 250;

// Two clocks measure a delivery's latency. The record leaves it out unless their offset is known this well.
const CLOCKS_WITHIN_MS = 1;

/**
 * The same load client on several hosts, led as one. If a host fails, so does the run, with the host's name.
 * @implements {LoadClient}
 */
export class Agents {
  /**
   * offsetMs: how far the host's clock was ahead of the leader's at first; withinMs: how far the host's times may be
   * from the leader's since the host follows that clock.
   * @type {Array<{link: AgentLink, joined: number, offsetMs: number, withinMs: number}>}
   */
  hosts = [];

  /** @param {AgentAddress[]} addresses @param {string} client name of the load client on each host */
  constructor(addresses, client) {
    this.addresses = addresses;
    this.client = client;
  }

  /** Starts all agents, and has each follow the leader's clock. */
  async prepare() {
    this.hosts = this.addresses.map((address) => ({
      link: new AgentLink(address),
      joined: 0,
      offsetMs: 0,
      withinMs: 0,
    }));
    await this.#all(({ link }) => link.facts);
    // One after the other: each would lengthen the others' round trips.
    for (const host of this.hosts) {
      const { link } = host;
      const { offsetMs, withinMs } = Object.assign(host, await clockOf(link));
      if (withinMs > PLACEABLE_MS)
        throw new Error(
          `${link.name} answers so slowly that its clock is known only within ${Math.round(withinMs)} ms.`,
        );
      await link.ask('follow', { aheadMs: -offsetMs });
    }
  }

  /**
   * @param {JoinOrder} order
   * @returns {Promise<JoinResult>} when every agent has joined all users that it can (the barrier); why: of the first
   *   user that could not join
   */
  async join({ endpoint, sessions }) {
    const { client, hosts } = this;
    const joins = await this.#all(({ link }, index) => {
      const share = sessions.filter((_, user) => user % hosts.length === index);
      return link.ask('join', { client, endpoint, sessions: share });
    });
    for (const [index, { joined }] of joins.entries()) hosts[index].joined = joined;
    return {
      joined: hosts.reduce((sum, { joined }) => sum + joined, 0),
      why: joins.find(({ why }) => why !== null)?.why ?? null,
    };
  }

  /**
   * All agents begin at the same moment; each sends its share.
   * @param {SendOrder} order
   * @returns {Promise<{startAt: number}>} settles when each agent has its answers; startAt: ms since 1970
   */
  async send({ run, schedule, senders: maxSenders }) {
    const shares = sharesOf(
      this.hosts.map(({ joined }) => joined),
      maxSenders,
    );
    const startAt = now() + START_AFTER_MS + 2 * Math.max(...this.hosts.map(({ withinMs }) => withinMs));
    await this.#all(({ link }, index) => link.ask('send', { run, schedule, startAt, share: shares[index] }));
    return { startAt };
  }

  /** @param {{startAt: number, seconds: number}} order @returns {Promise<LeaveResult>} */
  async leave(order) {
    for (const host of this.hosts) {
      const { offsetMs, withinMs } = await clockOf(host.link);
      host.withinMs = Math.max(host.withinMs, Math.abs(offsetMs) + withinMs);
    }
    const hostResults = await this.#all(async ({ link, joined, offsetMs, withinMs }) => {
      /** @type {LeaveResult} */
      const { results } = await link.ask('leave', order);
      for (const { client } of results) client.boundBy = client.boundBy.map((limit) => `${limit} of ${link.name}`);
      const cpuCores = results.reduce((sum, { client }) => sum + client.cpuCores, 0);
      const clock = { clockOffsetMs: offsetMs, clockWithinMs: withinMs };
      return { results, agent: { name: link.name, ...(await link.facts), joined, cpuCores, ...clock } };
    });
    const agents = hostResults.map(({ agent }) => agent);
    return { results: hostResults.flatMap(({ results }) => results), agents, clocksApart: clocksApart(agents) };
  }

  close() {
    for (const { link } of this.hosts) link.close();
  }

  /** @param {(host: Agents['hosts'][number], index: number) => Promise<any>} ask @returns {Promise<any[]>} */
  #all(ask) {
    return Promise.all(this.hosts.map(ask));
  }
}

/** @param {AgentLink} link */
const clockOf = (link) => clockOffset(() => link.ask('clock'));

/** @param {HostResult[]} agents @returns {string | null} why the record has no delivery latencies; null: it has some */
export function clocksApart(agents) {
  const worstAgent = agents.toSorted((one, other) => other.clockWithinMs - one.clockWithinMs)[0];
  // A single agent sends and receives by one clock.
  if (agents.length === 1 || worstAgent.clockWithinMs <= CLOCKS_WITHIN_MS) return null;
  const withinText = worstAgent.clockWithinMs.toFixed(1);
  return `no latency of deliveries: the clock of ${worstAgent.name} is known only within ${withinText} ms`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { getSessions } from '../benches/sessions.js';
import { readLastId, readStore } from '../chat/http.js';
import { audit, DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { countMissingAcks } from '../ledger/errorPercent.js';
import { addDeliveries, senderTraffic } from '../ledger/traffic.js';
import { Sampler } from '../sampler/sampler.js';
import { mergeParts, withClient } from './mergeParts.js';
import { atOnce } from './oneAtATime.js';
import { ThisProcess } from './thisProcess.js';

// Presence is gathered over half a second, and garbage of the joining has time to go.
const SETTLE_MS = 1500;
// 50 pages of GET /messages.
const SAY_READ_EVERY = 10_000;

/**
 * @typedef {object} Client joins, sends and receives: one process (`ThisProcess`) or several hosts (`Agents`)
 * @property {() => Promise<void>} gather
 * @property {ThisProcess['join']} join @property {ThisProcess['send']} send
 * @property {(run: {run: string, startAt: number, seconds: number}) => Promise<Left>} leave
 * @property {() => void} close
 *
 * @typedef {object} Left what the client saw, once all have left
 * @property {import('./loadClient.js').Part[]} parts
 * @property {import('../agents/agentsSeen.js').AgentSeen[]} [agents] @property {string | null} [clocksApart]
 *
 * @typedef {object} LoadPlan
 * @property {import('./loadClient.js').Target} target
 * @property {import('./loadClient.js').Schedule} schedule when messages are sent
 * @property {object} population who takes part; every user receives everything
 * @property {number} population.users
 * @property {import('./loadClient.js').Session[]} [population.sessions] of users who have logged in already
 * @property {number} [population.senders] so many of them send; all unless given
 * @property {Client} [client] the raw client in this process unless given
 * @property {'socket' | 'post'} [send] how a message is sent
 * @property {Record<string, number[]>} [parts] pids of the server to watch, by name; nothing is sampled unless given
 * @property {number} [warmUp] s of the same load before, which do not count
 * @property {number} [settleMs] how long joining has to calm down: latencies need it, counts do not
 * @property {string} [run] begins the clientIds of its messages
 * @property {boolean} [store] false: the server has none, or it is not to be read
 * @property {import('./oneAtATime.js').Alone} [alone] waits for the turn to be measured, where other servers are up
 *
 * @typedef {import('../runRecord/chatRecord.js').ChatSeen & {sentUntil: number, messagesPerEvent: number,
 *   megabytes: number}} LoadSeen megabytes: received
 */

/**
 * One run: all join, the load is sent, everybody stays until it has arrived, and the store is held against it.
 * @param {LoadPlan} plan @param {(line: string) => void} [say]
 * @returns {Promise<LoadSeen>} what a run record is made of
 * @throws {Error} where nobody could join
 */
export async function runLoad(plan, say = () => {}) {
  const { target, schedule, population, client = new ThisProcess(), send = 'socket', parts } = plan;
  const { warmUp = 0, settleMs = SETTLE_MS, store = true, run = newRunName(), alone = atOnce } = plan;
  const { seconds } = schedule;
  try {
    await client.gather();
    const sessions = population.sessions ?? (await getSessions(target.url, population.users));
    const lastId = store ? await readLastId(target.url, sessions[0].cookie) : 0;
    const { joined, why } = await client.join(target, sessions);
    if (joined < sessions.length) say(`${sessions.length - joined} could not join: ${why}`);
    if (joined === 0) throw new Error(String(why));
    await sleep(settleMs);

    const order = { send, senders: population.senders };
    if (warmUp > 0) {
      await client.send({ ...order, run: newRunName(), schedule: { ...schedule, seconds: warmUp } });
      await sleep(settleMs / 3);
    }
    const { startAt, sentUntil, answeredAt, samples } = await alone(() =>
      sampled(parts && { parts, metricsUrl: `${target.url}/metrics` }, async () => {
        const sent = await client.send({ ...order, run, schedule });
        return { ...sent, answeredAt: now() };
      }),
    );
    // Some or all of it is over where others were measured since.
    await sleep(Math.max(0, answeredAt + DRAIN_MS - now()));
    const { parts: seen, agents, clocksApart } = await client.leave({ run, startAt, seconds });
    const { stored, storeUnread } = store
      ? await readStore(target.url, sessions[0].cookie, lastId, aloud(say))
      : { stored: null, storeUnread: null };
    const { ledger, sizes, deliveries, ...merged } = mergeParts(seen);
    countMissingAcks(ledger);
    return {
      ...merged,
      ...{ startAt, sentUntil, ledger, storeUnread },
      audit: audit(ledger, stored, sizes),
      traffic: addDeliveries(senderTraffic(ledger.messages, startAt, seconds), deliveries),
      samples: withClient(samples, seen),
      ...(agents && { agents, clocksApart }),
    };
  } finally {
    client.close();
  }
}

/**
 * @template {object} T
 * @param {Parameters<typeof Sampler.start>[0] | undefined} watched @param {() => Promise<T>} work
 * @returns {Promise<T & {samples: import('../sampler/sampler.js').Samples}>} what was sampled while the work lasted
 */
async function sampled(watched, work) {
  if (!watched) return { ...(await work()), samples: { samples: [], gauges: [], cpuSeconds: 0 } };
  const sampler = await Sampler.start(watched);
  try {
    const done = await work();
    return { ...done, samples: await sampler.stop() };
  } catch (error) {
    await sampler.stop().catch(() => {});
    throw error;
  }
}

/** @param {(line: string) => void} say @returns {(read: number) => void} tells how much is read, where it is much */
function aloud(say) {
  let said = 0;
  return (read) => {
    if (read - said < SAY_READ_EVERY) return;
    said = read;
    say(`${read} messages read ...`);
  };
}

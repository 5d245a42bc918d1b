import { setTimeout as sleep } from 'node:timers/promises';
import { answered } from '../ledger/answered.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { Ledger } from '../ledger/ledger.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { readLastId, readStore } from '../chat/http.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { clientBoundBy } from '../runRecord/clientBound.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { ClientLoad } from './clientLoad.js';
import { Crowd } from './crowd.js';
import { auditCrowd } from './crowdAudit.js';
import { sendClosedLoop, sendOpenLoop } from '../run/openLoop.js';
import { addDeliveries, deliveriesBySecond, senderTraffic } from '../ledger/traffic.js';
import { Sampler } from '../sampler/sampler.js';
import { usage } from '../sampler/usage.js';

// A sender stands for people: no single connection sends more than this.
const MESSAGES_PER_SENDER = 50;
/** @param {number} rate messages/s @returns {number} */
export const sendersFor = (rate) => Math.max(1, Math.ceil(rate / MESSAGES_PER_SENDER));
const SETTLE_MS = 1500;
// 50 pages of GET /messages.
const SAY_READ_EVERY = 10_000;

/**
 * @typedef {object} FanoutResult
 * @property {number} receivers
 * @property {number} rate messages/s that were offered
 * @property {number} seconds
 * @property {number} deliveriesPerSecond while messages were sent
 * @property {number} messagesPerEvent mean
 * @property {ReturnType<typeof usage> | null} server null: not a process of this machine
 * @property {Record<string, ReturnType<typeof usage>>} parts of the installation, beside the server
 * @property {{cpuCores: number, loopDelayP99Ms: number, bound: boolean, boundBy: string[], sendLatenessP95Ms: number}} client bound: by its CPU, by how late it sent, or by how late its event loop ran
 * @property {number} megabytes received
 * @property {import('../ledger/audit.js').Audit & {groups?: number}} audit
 * @property {string[]} ends why connections ended
 * @property {string | null} storeUnread why the store could not be read at the end, where it was to be
 * @property {import('../runRecord/chatRecord.js').ChatSeen & {sentSeconds: number}} seen what its record is made of; sentSeconds: how long messages were sent
 */

/**
 * @typedef {object} FanoutPlan
 * @property {import('./wire/meaning.js').Target} target
 * @property {import('./wire/meaning.js').Session[]} sessions a receiver for each
 * @property {number} seconds
 * @property {number} [rate] messages/s
 * @property {number} [inFlight] instead of rate
 * @property {number[]} pids of the server, [] where it is not of this machine
 * @property {Record<string, number>} [parts] pids of the other parts of the installation
 * @property {boolean} [store] whether to read the store when all is measured, so that the audit knows what is stored
 * @property {(ledger: Ledger) => (number: number, intendedAt: number) => void} [sendWith] what sends, at a rate; the receivers' sockets unless given
 * @property {(line: string) => void} [say]
 */

/**
 * Fan-out under an open-loop rate, or with `inFlight` at saturation (closed loop).
 * @param {FanoutPlan} plan
 * @returns {Promise<FanoutResult>}
 */
export async function runFanout({
  target,
  sessions,
  seconds,
  rate = 0,
  inFlight = 0,
  pids,
  parts = {},
  store = false,
  sendWith,
  say = () => {},
}) {
  const lastId = store ? await readLastId(target.url, sessions[0].cookie) : 0;
  const crowd = new Crowd(target);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) {
    crowd.close();
    throw new Error(`${crowd.failures.length} of ${sessions.length} could not join: ${crowd.failures[0].message}`);
  }
  say(`${crowd.members.length} receivers have joined ${target.url}.`);
  await sleep(SETTLE_MS);

  const ledger = new Ledger({ run: newRunName(), target: target.name });
  const watched = {
    ...(pids.length > 0 && { server: pids }),
    ...Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, [pid]])),
  };
  const sampler = await Sampler.beside(watched, [process.pid], `${target.url}/metrics`);
  const delays = new ClientWatch();
  const client = new ClientLoad();
  const bytesBefore = crowd.bytesReceived;
  const startedAt = now();

  const senders = crowd.members.slice(0, sendersFor(rate));
  if (rate > 0) await sendOpenLoop({ senders, ledger, rate, seconds, ...(sendWith && { sendOne: sendWith(ledger) }) });
  else await sendClosedLoop({ crowd, ledger, inFlight, seconds });
  const sentUntil = now();
  const sentFor = (sentUntil - startedAt) / 1000;
  const deliveriesPerSecond = crowd.delivered / sentFor;
  const clientLoad = client.stop();
  const loopDelayP99Ms = delays.stop().loopDelayP99Ms;
  const megabytes = (crowd.bytesReceived - bytesBefore) / 1e6;

  await answered(ledger);
  await sleep(DRAIN_MS);
  const leftAt = now();
  const samples = await sampler.stop();
  const loadOf = (/** @type {string} */ part) => usage(samples.samples, part, startedAt, sentUntil);
  crowd.close();
  for (const message of ledger.messages.values()) {
    if (message.ackedAt === undefined && message.code === undefined) ledger.error('ack_timeout');
  }
  const { stored, storeUnread } = store
    ? await readStoreAloud(target.url, sessions[0].cookie, lastId, say)
    : { stored: null, storeUnread: null };
  const events = crowd.library.frames.filter(({ messages }) => messages > 0);
  const messages = events.reduce((sum, frame) => sum + frame.messages, 0);
  const audit = auditCrowd(crowd, ledger, leftAt, stored);
  const record = ledger.toJSON();
  const sendLatenessP95 = sendLateness(record.messages).percentile(95);
  const { cpuCores } = clientLoad;
  const boundBy = clientBoundBy({ cpuCores, processes: 1, sendLatenessP95, loopDelayP99Ms, ackP95: audit.ack.p95 });
  return {
    receivers: crowd.members.length,
    rate,
    seconds,
    deliveriesPerSecond,
    messagesPerEvent: events.length === 0 ? 0 : messages / events.length,
    server: pids.length > 0 ? loadOf('server') : null,
    parts: Object.fromEntries(Object.keys(parts).map((part) => [part, loadOf(part)])),
    client: { ...clientLoad, bound: boundBy.length > 0, boundBy, sendLatenessP95Ms: sendLatenessP95 },
    megabytes,
    audit,
    ends: crowd.ends,
    storeUnread,
    seen: {
      startAt: startedAt,
      sentSeconds: sentFor,
      ledger: record,
      audit,
      joined: crowd.members.length,
      storeUnread,
      ends: crowd.ends,
      traffic: addDeliveries(
        senderTraffic(record.messages, startedAt, sentFor),
        deliveriesBySecond(crowd, ledger.run, startedAt, sentFor),
      ),
      samples,
      loopDelayP99Ms,
      loopDelays: delays.looks,
    },
  };
}

/**
 * What was measured is kept where the store is away: the result says then that nobody looked into it.
 * @param {string} url @param {string} cookie @param {number} lastId before the run @param {(line: string) => void} say
 */
function readStoreAloud(url, cookie, lastId, say) {
  say('Reading the store ...');
  let said = 0;
  return readStore(url, cookie, lastId, (read) => {
    if (read - said < SAY_READ_EVERY) return;
    said = read;
    say(`${read} messages read ...`);
  });
}

import { Probe } from '../../labs/probe.js';
import { now } from '../../ledger/clock.js';
import { threadTimes } from '../../machine/threadTimes.js';
import { readGauges } from '../../sampler/gauges.js';
import { labCall } from '../labCalls.js';
import { letterOf, probedUrls } from '../lastMinute.js';
import { ChatLanes } from './lanes.js';
import { findLayout } from './layout.js';
import { pressAt } from './press.js';

/**
 * The process that looks at the chats while a page shows them: what each loop and worker does, and what another user feels. Told {watch} it begins,
 * and says twice a second what it has {seen}; told {press} it makes lab calls.
 *
 * @typedef {{watch?: {instance: string, addresses?: Record<string, string>}, press?: Press}} Order
 * @typedef {{number: number, key: string, where: 'loop' | 'worker', ms: number, times: number, chats: string[]}} Press number: of its mark
 */

const LOOK_EVERY_MS = 250;
const TELL_EVERY_MS = 500;
const ASK_EVERY_MS = 500;
// On Laravel that costs a worker's time, and the loop's.
const READ_METRICS_EVERY = 2;
// Between two looks, so that what the probe itself costs is seldom seen at work.
const PROBE_AFTER_MS = 125;
// Finding out what runs starts a process. One that has ended is soon another.
const FIND_EVERY_MS = 10_000;
const FIND_ENDED_EVERY_MS = 2000;
// What is itself kept from running for so long feels that as well.
const LATE_MS = 50;
// What a loop said of itself is old by then.
const OLD_MS = 2500;

/** @type {Array<Watched>} */
let watched = [];
/** @type {import('../lastMinute.js').Seen & {looks: any[], felt: any[]}} */
let seen = { looks: [], felt: [] };
/** @type {Map<string, import('./press.js').Outcome>} by number and chat, those that have changed */
const outcomes = new Map();

/** One chat, its probes, and what its loop says of itself. */
class Watched {
  /** @type {{at: number, lagMs: number | null}} */
  said = { at: 0, lagMs: null };
  /** @type {{at: number, where: string[], what: string[], workers: number, busy: number | null, waiting: number | null} | null} */
  lab = null;
  #asking = false;
  #asked = 0;

  /** @param {import('./layout.js').ChatLayout} chat */
  constructor(chat) {
    this.chat = chat;
    this.lanes = new ChatLanes(chat);
    const began = now();
    /** @type {Array<[string, Probe]>} */
    this.probes = Object.entries(probedUrls(chat)).map(([target, url]) => [target, probeOf(target, url, began)]);
  }

  /** @param {number} at ms, now @returns {import('../lastMinute.js').ChatLook} */
  look(at) {
    const { count, oldestMs } = this.probes[0][1].unanswered;
    const pool = this.lab && at - this.lab.at < OLD_MS ? this.lab : this.lab && { ...this.lab, busy: null };
    const { loop, loopShare, workers, waiting } = this.lanes.look(at, { oldestMs, pool });
    return {
      loop: letterOf(loop),
      workers: workers.map(letterOf).join(''),
      share: loopShare === null ? null : Math.round(loopShare * 100) / 100,
      waiting,
      unanswered: count,
      oldestMs: Math.round(oldestMs),
      lagMs: at - this.said.at < OLD_MS ? this.said.lagMs : null,
    };
  }

  /**
   * Asks the loop what it says of itself; one that stands still is not asked again before it has answered.
   * @returns {Promise<boolean>} whether it has lab calls now and had none before, or the other way round
   */
  async ask() {
    if (this.#asking) return false;
    this.#asking = true;
    const had = this.lab !== null;
    const { url, loop } = this.chat;
    const reads = this.#asked++ % READ_METRICS_EVERY === 0;
    const [gauges, lab] = await Promise.all([reads ? readGauges(`${url}/metrics`) : null, readLab(loop.url)]);
    const at = now();
    if (gauges)
      this.said = { at, lagMs: gauges.loopLagSeconds === null ? null : Math.round(gauges.loopLagSeconds * 1e4) / 10 };
    if (lab !== undefined) this.lab = lab && { ...lab, at };
    this.#asking = false;
    return had !== (this.lab !== null);
  }

  /** @returns {boolean} whether a process that was looked at has ended */
  get hasEnded() {
    const { loop, workers } = this.chat;
    return [loop.pid, workers?.pid ?? null].some((pid) => pid !== null && threadTimes(pid) === null);
  }

  close() {
    for (const [, probe] of this.probes) probe.abandon();
  }
}

/** @param {string} target @param {string} url @param {number} began ms since 1970 */
function probeOf(target, url, began) {
  const feel = (/** @type {number} */ at, /** @type {number | null} */ ms) =>
    seen.felt.push({ target, at: Math.round(began + at * 1000), ms: ms === null ? null : Math.round(ms * 100) / 100 });
  return new Probe(url, {
    everyMs: LOOK_EVERY_MS,
    remember: false,
    onAnswer: ({ at, ms, ok }) => feel(at, ok ? ms : null),
    onFailure: (at) => feel(at, null),
  });
}

/** @param {string} url @returns {Promise<any>} null where there are no lab calls; undefined where nobody answers */
async function readLab(url) {
  try {
    const response = await fetch(`${url}/lab`, { signal: AbortSignal.timeout(2000) });
    const lab = await response.json();
    return response.ok && Array.isArray(lab.what) ? lab : null;
  } catch {
    return undefined;
  }
}

/** @type {{instance: string, addresses?: Record<string, string>}} */
let where;
let findingAt = -Infinity;
let finding = false;

async function find() {
  const every = watched.some(({ hasEnded }) => hasEnded) ? FIND_ENDED_EVERY_MS : FIND_EVERY_MS;
  if (finding || now() - findingAt < every) return;
  finding = true;
  findingAt = now();
  const chats = await findLayout(where);
  finding = false;
  const kept = watched.filter(({ chat }) => chats.some((one) => same(one, chat)));
  for (const one of watched) if (!kept.includes(one)) one.close();
  watched = chats.map((chat) => kept.find((one) => same(one.chat, chat)) ?? new Watched(chat));
  await Promise.all(watched.map((one) => one.ask()));
  tellChats();
}

/** @param {object} one @param {object} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function tellChats() {
  seen.chats = watched.map(({ chat, lab }) => ({
    ...chat,
    lab: lab && { where: lab.where, what: lab.what, workers: lab.workers },
  }));
}

let lookedAt = 0;
function look() {
  const at = now();
  const late = lookedAt > 0 && at - lookedAt > LOOK_EVERY_MS + LATE_MS;
  lookedAt = at;
  seen.looks.push({
    at: Math.round(at),
    ...(late && { late }),
    chats: Object.fromEntries(watched.map((one) => [one.chat.name, one.look(at)])),
  });
}

function tell() {
  seen.unfelt = watched.flatMap(({ probes }) =>
    probes.flatMap(([target, { unanswered }]) =>
      unanswered.count === 0 ? [] : [{ target, at: Math.round(now() - unanswered.oldestMs) }],
    ),
  );
  process.send?.({ seen, outcomes: [...outcomes] });
  seen = { looks: [], felt: [] };
  outcomes.clear();
}

async function ask() {
  const changed = await Promise.all(watched.map((one) => one.ask()));
  if (changed.some(Boolean)) tellChats();
  if (watched.length < 2 || watched.some(({ hasEnded }) => hasEnded)) await find();
}

/** @param {Press} press */
function press({ number, key, chats, ...how }) {
  const call = labCall(key);
  if (!call) return;
  for (const { chat } of watched.filter((one) => chats.includes(one.chat.name)))
    pressAt(chat.url, call, how, (outcome) => outcomes.set(`${number} ${chat.name}`, { ...outcome }));
}

process.on('message', async (/** @type {Order} */ order) => {
  if (order.press) press(order.press);
  if (!order.watch) return;
  where = order.watch;
  await find();
  setTimeout(() => setInterval(look, LOOK_EVERY_MS), PROBE_AFTER_MS);
  setInterval(tell, TELL_EVERY_MS);
  setInterval(ask, ASK_EVERY_MS);
});
// Whoever started it has ended.
process.on('disconnect', () => process.exit(0));

import { namedFiles } from '../namedFiles.js';
import { DRIVERS } from './drivers.js';

/**
 * @typedef {object} Workload as workloads/schema.json says
 * @property {string} about
 * @property {keyof typeof DRIVERS} driver @property {'messages' | 'fanout' | 'connections'} [kind]
 * @property {number} users @property {number[]} [ladder]
 * @property {number} [rate] @property {number} [ratePerUser] @property {number} [rateAtMost]
 * @property {number} [messagesPerSender]
 * @property {number} seconds @property {number} [warmUp] @property {number} [settleSeconds]
 * @property {number} [repetitions] @property {boolean} [fresh] @property {Record<string, string>} [env]
 * @property {number} [threads] @property {[number, number]} [reconnectAfter]
 * @property {HttpRequest[]} [before] @property {HttpRequest[]} [requests] @property {OnContract} [contract]
 * @property {import('../schedule/shape.js').PhaseData[]} [phases]
 * @property {{users: number, bytesPerSecond: number}} [slowReceivers]
 *
 * @typedef {{name: string, method?: string, path: string, json?: object, bytes?: number, once?: boolean,
 *   save?: Record<string, string>}} HttpRequest
 * @typedef {{before?: HttpRequest[], requests: HttpRequest[]}} OnContract what a server of the contract is asked
 *
 * @typedef {object} Job one run
 * @property {string} workload its name
 * @property {Workload['driver']} driver
 * @property {'messages' | 'chat' | 'fanout' | 'connections' | 'faults' | 'flood' | 'http'} kind
 * @property {'raw' | 'artillery' | 'http' | 'ab' | 'wrk'} client
 * @property {number} users @property {number} seconds @property {number} repetition from 1
 * @property {number} [rate] of all together
 * @property {number} [senders] @property {number} [warmUp] s @property {number} [settleMs]
 * @property {HttpRequest[]} [before] @property {HttpRequest[]} [requests] @property {OnContract} [contract]
 * @property {[number, number]} [reconnectAfter] @property {number} [threads]
 * @property {string} [request] the one of them that is made, by its name
 * @property {import('../schedule/shape.js').ShapeData} [shape]
 * @property {number} [runs] of each kind of fault
 *
 * @typedef {Job & {command: string, store?: boolean}} Ordered command: that was typed; store: false: it is not read
 *
 * @typedef {object} Wanted overrides of the workload
 * @property {number[]} [levels] of users
 * @property {number} [rate] of each user where the workload has its rate so, else of all
 * @property {number} [seconds] @property {number} [warmUp] @property {number} [repetitions]
 * @property {'raw' | 'artillery'} [client] of a chat
 */

/** @type {ReturnType<typeof namedFiles<Workload>>} */
const WORKLOADS = namedFiles('workload', ['messages', 'fanout', 'connections', 'flood']);
export const WORKLOAD_NAMES = WORKLOADS.names;
export const readWorkload = WORKLOADS.read;

/**
 * The runs of a workload, level by level. wrk makes one kind of request in a run; one job of faults makes all its runs.
 * @param {string} name @param {Wanted} [wanted]
 * @returns {Job[]}
 */
export function jobsOf(name, { levels, repetitions, ...wanted } = {}) {
  const workload = readWorkload(name);
  const { driver, users: usual, requests = [] } = workload;
  const client = wanted.client ?? DRIVERS[driver].client;
  const often = repetitions ?? workload.repetitions ?? 1;
  // Artillery runs the phases of chat.yml.
  const kind = client === 'artillery' && workload.phases ? 'chat' : (workload.kind ?? DRIVERS[driver].kind);
  const ofFaults = driver === 'faults';
  const each = DRIVERS[driver].oneRequest ? requests.map((request) => ({ request: request.name })) : [{}];
  return (levels ?? [usual]).flatMap((users) =>
    each.flatMap((one) =>
      Array.from({ length: ofFaults ? 1 : often }, (_, number) => ({
        ...{ workload: name, driver, kind, client, users, ...loadOf(workload, users, wanted), ...one },
        ...(ofFaults && { runs: often }),
        repetition: number + 1,
      })),
    ),
  );
}

/** @param {Workload} workload @param {number} users @param {Wanted} wanted */
function loadOf(workload, users, wanted) {
  const { driver, seconds, warmUp, phases, slowReceivers, messagesPerSender, settleSeconds } = workload;
  const { before, requests, contract, reconnectAfter, threads } = workload;
  const rate = rateOf(workload, users, wanted.rate);
  return {
    seconds: wanted.seconds ?? seconds,
    ...(DRIVERS[driver].takes.includes('warm-up') && {
      // Artillery's users send once, and phases begin at the beginning.
      warmUp: wanted.client === 'artillery' || phases ? 0 : (wanted.warmUp ?? warmUp),
    }),
    ...(rate !== undefined && { rate }),
    ...(messagesPerSender && rate && { senders: Math.max(1, Math.ceil(rate / messagesPerSender)) }),
    ...(settleSeconds !== undefined && { settleMs: settleSeconds * 1000 }),
    ...(phases && { shape: { phases, slowReceivers } }),
    ...(requests && { before, requests, contract, reconnectAfter, threads }),
  };
}

/**
 * @param {Workload} workload @param {number} users
 * @param {number} [wanted] of each user if the workload gives its rate so, else of all
 * @returns {number | undefined} messages or requests a second of all users together
 */
function rateOf({ rate, ratePerUser, rateAtMost = Infinity }, users, wanted) {
  if (ratePerUser === undefined) return wanted ?? rate;
  return wanted === undefined ? Math.min(rateAtMost, ratePerUser * users) : wanted * users;
}

/**
 * @param {Workload} workload
 * @returns {boolean} whether load/chat.yml can run it, whose users never come back and read as fast as messages come
 */
export const suitsArtillery = ({ driver, rate, slowReceivers, phases = [] }) =>
  DRIVERS[driver].joins === true &&
  rate === undefined &&
  !slowReceivers &&
  phases.every(({ reconnect }) => reconnect === undefined);

/**
 * @template T
 * @param {T[]} jobs @param {() => number} [random]
 * @returns {T[]} in any order, so that what changes on a machine over the hours falls on all alike
 */
export function shuffled(jobs, random = Math.random) {
  const all = [...jobs];
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}

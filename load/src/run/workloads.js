import { namedFiles } from '../namedFiles.js';
import { CHAT_CLIENTS } from '../chat/chatClients.js';
import { DRIVER_FACTS } from './driverFacts.js';

/**
 * @typedef {object} Workload as workloads/schema.json says
 * @property {string} about
 * @property {string} driver of driverFacts.js @property {import('../record/kinds.js').RunKind} [kind]
 * @property {number} users @property {number[]} [ladder]
 * @property {number} [rate] @property {number} [ratePerUser] @property {number} [rateAtMost]
 * @property {number} [messagesPerSender]
 * @property {number} seconds @property {number} [warmUp] @property {number} [settleSeconds]
 * @property {number} [repetitions] @property {boolean} [fresh] @property {Record<string, string>} [env]
 * @property {number} [threads] @property {[number, number]} [reconnectAfter]
 * @property {HttpRequest[]} [before] @property {HttpRequest[]} [requests] @property {OnContract} [contract]
 * @property {import('../schedule/schedule.js').PhaseData[]} [phases]
 * @property {{users: number, bytesPerSecond: number}} [slowReceivers]
 *
 * @typedef {{name: string, method?: string, path: string, json?: object, bytes?: number, once?: boolean,
 *   save?: Record<string, string>}} HttpRequest
 * @typedef {{before?: HttpRequest[], requests: HttpRequest[]}} OnContract what a server of the contract is asked
 *
 * @typedef {object} Job one run
 * @property {string} workload its name @property {string} driver of driverFacts.js
 * @property {string} command that was typed
 * @property {import('../record/kinds.js').RunKind} kind
 * @property {string} client its name in records
 * @property {number} users @property {number} seconds @property {number} repetition from 1
 * @property {number} [rate] of all together
 * @property {number} [senders] @property {number} [warmUp] s @property {number} [settleMs]
 * @property {boolean} [store] false: it is not read
 * @property {import('../agents/addresses.js').AgentAddress[]} [agents] load hosts
 * @property {import('../record/slo.js').Bound[]} [bounds] beside those that each run has
 * @property {string[]} [notes] that a reader of its record has to know
 * @property {HttpRequest[]} [before] @property {HttpRequest[]} [requests] @property {OnContract} [contract]
 * @property {[number, number]} [reconnectAfter] @property {number} [threads]
 * @property {string} [request] name of the only one of the requests that is made
 * @property {import('../schedule/schedule.js').Shape} [shape]
 * @property {Record<string, string>} [env] of a chat that is started for it
 * @property {number} [runs] of each kind of fault
 *
 * @typedef {Partial<Pick<Job, 'command' | 'client' | 'store' | 'agents' | 'bounds' | 'notes'>> & Overrides} JobOptions
 *
 * @typedef {object} Overrides of the workload
 * @property {number[]} [levels] of users
 * @property {number} [rate] of each user if the workload has ratePerUser, else of all together
 * @property {number} [seconds] @property {number} [warmUp] @property {number} [repetitions]
 */

/** @type {ReturnType<typeof namedFiles<Workload>>} */
const WORKLOADS = namedFiles('workload', ['messages', 'fanout', 'connections', 'flood']);
export const WORKLOAD_NAMES = WORKLOADS.names;
export const readWorkload = WORKLOADS.read;

/**
 * The runs of a workload, level by level.
 * @param {string} name @param {JobOptions} [options]
 * @returns {Job[]}
 */
export function jobsOf(name, { levels, repetitions, rate, seconds, warmUp, ...told } = {}) {
  const workload = readWorkload(name);
  const driver = DRIVER_FACTS[workload.driver];
  const client = told.client ?? driver.client;
  const ownKind = workload.phases && CHAT_CLIENTS[client]?.kind;
  const runs = repetitions ?? workload.repetitions ?? 1;
  const requests = driver.oneRequest ? (workload.requests ?? []).map((request) => request.name) : [undefined];
  return (levels ?? [workload.users]).flatMap((users) =>
    requests.flatMap((request) =>
      Array.from({ length: driver.faults ? 1 : runs }, (_, place) => ({
        command: `load/run ${name}`,
        ...told,
        workload: name,
        driver: workload.driver,
        kind: ownKind ?? workload.kind ?? driver.kind,
        client,
        ...loadOf(workload, users, { rate, seconds, warmUp, client }),
        request,
        env: workload.env,
        repetition: place + 1,
        runs: driver.faults && runs,
      })),
    ),
  );
}

/** @param {Workload} workload @param {number} users @param {JobOptions} options */
function loadOf(workload, users, options) {
  const { driver, phases, slowReceivers, messagesPerSender, settleSeconds } = workload;
  const { before, requests, contract, reconnectAfter, threads } = workload;
  const rate = rateOf(workload, users, options.rate);
  // Phases begin at the beginning.
  const hasNoWarmUp = phases ?? CHAT_CLIENTS[String(options.client)]?.sendsOnce;
  const warmUp = hasNoWarmUp ? 0 : (options.warmUp ?? workload.warmUp ?? 0);
  return {
    users,
    seconds: options.seconds ?? workload.seconds,
    warmUp: DRIVER_FACTS[driver].takes.includes('warm-up') ? warmUp : undefined,
    rate,
    senders: messagesPerSender && rate ? Math.max(1, Math.ceil(rate / messagesPerSender)) : undefined,
    settleMs: settleSeconds && settleSeconds * 1000,
    shape: phases && { phases, slowReceivers },
    before,
    requests,
    contract,
    reconnectAfter,
    threads,
  };
}

/**
 * @param {Workload} workload @param {number} users
 * @param {number} [wanted] of each user if the workload has ratePerUser, else of all together
 * @returns {number | undefined} messages or requests a second of all users together
 */
function rateOf({ rate, ratePerUser, rateAtMost = Infinity }, users, wanted) {
  if (ratePerUser === undefined) return wanted ?? rate;
  return wanted === undefined ? Math.min(rateAtMost, ratePerUser * users) : wanted * users;
}

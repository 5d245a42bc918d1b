import { LOAD_CLIENTS } from '../loadClients.js';
import { driverOf } from '../drivers.js';
import { formOf } from '../record/kinds.js';
import { readSlo } from '../record/slo.js';
import { namedFiles } from '../namedFiles.js';

/** @import { Job, JobOptions, Workload } from '../job.js' */

/** @type {ReturnType<typeof namedFiles<Omit<Workload, 'kind'> & Partial<Pick<Workload, 'kind'>>>>} */
const WORKLOADS = namedFiles('workload', ['messages', 'fanout', 'connections', 'flood']);
export const WORKLOAD_NAMES = WORKLOADS.names;

/** @param {string} name @returns {Workload} @throws {Error} with the names of all workloads */
export function readWorkload(name) {
  const workload = WORKLOADS.read(name);
  return { kind: driverOf(workload.driver).kind, ...workload };
}

/**
 * Makes the jobs of a workload, level by level.
 * @param {string} name @param {JobOptions} [options]
 * @returns {Job[]}
 */
export function jobsOf(name, { levels, repetitions, rate, seconds, warmUp, mostUsers, slo, ...jobOptions } = {}) {
  const workload = readWorkload(name);
  const driver = driverOf(workload.driver);
  const client = jobOptions.client ?? driver.client;
  const times = repetitions ?? workload.repetitions ?? 1;
  const requests = driver.oneRequest ? (workload.requests ?? []).map((request) => request.name) : [undefined];
  return (levels ?? [workload.users]).flatMap((users) =>
    requests.flatMap((request) =>
      Array.from({ length: driver.repeatsItself ? 1 : times }, (_, index) => ({
        ...workload,
        command: `load/run ${name}`,
        ...jobOptions,
        workload: name,
        client,
        ...loadOf(workload, users, { rate, seconds, warmUp, mostUsers, slo, client }),
        request,
        repetitions: times,
        repetition: index + 1,
      })),
    ),
  );
}

/** @param {Workload} workload @returns {string} the unit of --rate; '' if its driver takes no rate */
export function rateUnit({ driver, kind, ratePerUser }) {
  if (!driverOf(driver).takes.includes('rate')) return '';
  const unit = formOf(kind) === 'http' ? 'requests/s' : 'messages/s';
  return `${unit} of ${ratePerUser === undefined ? 'all users together' : 'each user'}`;
}

/** @param {Workload} workload @param {number} users @param {JobOptions} options */
function loadOf(workload, users, options) {
  const { driver, phases, messagesPerSender, settleSeconds } = workload;
  const slo = options.slo ?? workload.slo;
  const rate = rateOf(workload, users, options.rate);
  // A load with phases is measured from its first second.
  const hasNoWarmUp = phases ?? LOAD_CLIENTS[String(options.client)]?.isProcess;
  const warmUp = hasNoWarmUp ? 0 : (options.warmUp ?? workload.warmUp ?? 0);
  return {
    users,
    seconds: options.seconds ?? workload.seconds,
    warmUp: driverOf(driver).takes.includes('warm-up') ? warmUp : undefined,
    rate,
    senders: messagesPerSender && rate ? Math.max(1, Math.ceil(rate / messagesPerSender)) : undefined,
    settleMs: settleSeconds && settleSeconds * 1000,
    mostUsers: options.mostUsers ?? workload.mostUsers,
    bounds: slo ? readSlo(slo) : [],
  };
}

/**
 * @param {Workload} workload @param {number} users
 * @param {number} [chosenRate] rate of each user if the workload has ratePerUser, else of all users together
 * @returns {number | undefined} messages or requests a second of all users together
 */
function rateOf({ rate, ratePerUser, rateAtMost = Infinity }, users, chosenRate) {
  if (ratePerUser === undefined) return chosenRate ?? rate;
  return chosenRate === undefined ? Math.min(rateAtMost, ratePerUser * users) : chosenRate * users;
}

import { DRIVER_OPTIONS, driverOf } from '../drivers.js';
import { LOAD_CLIENTS } from '../loadClients.js';
import { answersItsHttp, CHAT_TARGETS, isAlwaysFresh, isStarted, readTarget, TARGET_NAMES } from '../server/targets.js';

/** @import { Workload } from '../job.js' */
/** @import { Target } from '../server/targets.js' */
/** @import { AgentAddress } from '../agents/addresses.js' */

/**
 * @typedef {Record<string, any>} Options the options of load/run as they were typed; agents: as addresses
 * @typedef {Array<[unknown, string]>} Rules pairs: true if the rule is broken, and the refusal that the user reads
 */

/**
 * Finds options that contradict each other, so that none is silently ignored.
 * @param {Options} options @param {Workload} workload
 * @returns {string | undefined} why they are refused
 * @throws {Error} for an unknown target
 */
export function refusalOf(options, workload) {
  const targets = (options.target?.split(',') ?? []).map(readTarget);
  const rules = [
    ...serverRules(options, targets),
    ...loadRules(options, workload, targets),
    ...clientRules(options, workload, targets),
  ];
  return rules.find(([isBroken]) => isBroken)?.[1];
}

/** @param {Options} options @param {Target[]} targets @returns {Rules} */
function serverRules({ target, url, instance, fresh, embedded, agents }, targets) {
  const areAll = (/** @type {(one: Target) => unknown} */ test) => targets.length > 0 && targets.every(test);
  const isFar = (/** @type {AgentAddress} */ { local }) => !local;
  return [
    [!(target ?? url), `Which server? --target of ${TARGET_NAMES.join(', ')}; or --url of another.`],
    [
      url && (targets.length > 1 || targets.some(isStarted)),
      '--url takes one target, and none that is started for the run.',
    ],
    [instance && areAll(isStarted), '--instance is for targets that run already.'],
    [fresh && (url ?? instance), '--fresh and --url or --instance exclude each other.'],
    [
      embedded && areAll(({ start }) => start),
      `--embedded is for the chats, which have a choice of stores: ${CHAT_TARGETS.join(', ')}.`,
    ],
    [embedded && !fresh && !targets.some(isAlwaysFresh), '--embedded needs --fresh.'],
    [
      !url && agents?.some(isFar),
      '--agents: other hosts cannot reach a server on 127.0.0.1. Name one that they reach: --url URL.',
    ],
  ];
}

const isFraction = (/** @type {number | undefined} */ value) => value !== undefined && !Number.isInteger(value);

/** @param {Options} options @param {Workload} workload @param {Target[]} targets @returns {Rules} */
function loadRules(options, { driver, phases, contract, ladder }, targets) {
  const { takes, callsContract, wholeSeconds } = driverOf(driver);
  const notTaken = DRIVER_OPTIONS.find((name) => options[name] !== undefined && !takes.includes(name));
  return [
    [options.ladder && options.users, '--ladder and --users exclude each other.'],
    [options.ladder && !ladder, '--ladder: this workload has no levels.'],
    [notTaken, `--${notTaken} is not for the driver ${driver}, which this workload names.`],
    [wholeSeconds && [options.seconds, options['warm-up']].some(isFraction), `${driver} takes whole seconds.`],
    [phases && options['warm-up'] !== undefined, '--warm-up is for a workload of one rate.'],
    [
      callsContract && contract && !targets.every(answersItsHttp),
      'The workers of this server answer its HTTP calls: use --target laravel-workers.',
    ],
  ];
}

/** @param {Options} options @param {Workload} workload @param {Target[]} targets @returns {Rules} */
function clientRules({ client, 'warm-up': warmUp }, { kind }, targets) {
  if (client === undefined) return [];
  if (!Object.hasOwn(LOAD_CLIENTS, client))
    return [[true, `--client takes ${Object.keys(LOAD_CLIENTS).join(' or ')}.`]];
  const { wires, kinds, isProcess } = LOAD_CLIENTS[client];
  return [
    [isProcess && warmUp !== undefined, `--client ${client} has no warm-up.`],
    [
      targets.some(({ wire }) => wire && !wires.includes(wire)),
      `--client ${client} does not speak the wire of this target.`,
    ],
    [!kinds.includes(kind), `--client ${client} cannot run this workload.`],
  ];
}

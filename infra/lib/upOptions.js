import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJoinCode, machineAddress, newJoinCode } from './classroom.js';
import { mongoMissing, namedMariadb } from './databases.js';
import { isLoopback, loopback, root } from './instance.js';

const { workersMax } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8')).lab;

const PROCESSES_MAX = 64;

/** Asked for something that cannot be: the message says what can. */
export class UnfitOptions extends Error {}

const isCount = (/** @type {number} */ number, /** @type {number} */ max) =>
  Number.isInteger(number) && number >= 1 && number <= max;

/**
 * The options of `infra/up`, from its arguments and the environment.
 * @param {{only?: string, offset: string, real: boolean, load: boolean, lecture: boolean,
 *   workers?: string, processes?: string, classroom: boolean}} values
 * @param {NodeJS.ProcessEnv} env
 * @param {{interfaces: ReturnType<typeof import('node:os').networkInterfaces>, mongo: string | null}} machine mongo: as
 *   mongoServer() finds it
 * @param {() => import('./instance.js').Options | undefined} previous what this instance was started with last
 * @returns {import('./instance.js').Options}
 * @throws {UnfitOptions}
 */
export function upOptions(values, env, { interfaces, mongo }, previous) {
  const { only = null, offset, real, lecture, classroom } = values;
  const load = values.load || (lecture && !classroom);
  const lab = lecture || env.CHAT_LAB === '1';
  const trustProxy = env.CHAT_TRUST_PROXY === '1';
  const workers = Number(values.workers ?? (env.CHAT_LAB_WORKERS || 4));
  const processes = Number(values.processes ?? 1);
  const needsMongo = real && only !== 'laravel';
  const mariadb = real && only !== 'node' ? namedMariadb(env) : null;
  const namedHost = env.CHAT_HOST === 'localhost' ? loopback : env.CHAT_HOST;
  const host = namedHost || (classroom ? machineAddress(interfaces) : loopback);
  const socketServer = env.CHAT_SOCKET_SERVER || 'loop';
  const limits = !load && env.CHAT_LIMITS !== 'off';

  /** @type {[boolean, string][]} */
  const refusals = [
    [only !== null && !['node', 'laravel'].includes(only), '--only takes node or laravel'],
    [!/^\d{1,3}$/.test(offset), '--offset takes a number from 0 to 999, or free'],
    [values.load && classroom, '--load and --classroom exclude each other: --load weakens passwords and lifts limits'],
    [values.workers !== undefined && !lecture, '--workers is for --lecture'],
    [!isCount(workers, workersMax), `--workers takes a number from 1 to ${workersMax}`],
    [!isCount(processes, PROCESSES_MAX), `--processes takes a number from 1 to ${PROCESSES_MAX}`],
    [processes > 1 && !real, '--processes needs --real: SQLite, the embedded store, serves one process'],
    [
      Boolean(env.CHAT_JOIN_CODE) && !isJoinCode(env.CHAT_JOIN_CODE),
      'CHAT_JOIN_CODE takes 4 to 64 of letters without accents, digits, _ and -',
    ],
    [needsMongo && mongo === null, mongoMissing],
    [!['loop', 'pusher'].includes(socketServer), 'CHAT_SOCKET_SERVER takes loop or pusher'],
    [
      host === null,
      '--classroom finds no address of this machine that others reach: join a network, or name it by CHAT_HOST=ADDRESS',
    ],
    [
      load && host !== null && !isLoopback(host),
      `--load and --lecture lift the rate limits and weaken passwords: refused on ${host}, only on a loopback address`,
    ],
    [lab && trustProxy, 'Lab calls and CHAT_TRUST_PROXY=1 exclude each other: clients of the proxy could stop a chat'],
  ];
  for (const [isUnfit, message] of refusals) if (isUnfit) throw new UnfitOptions(message);

  return {
    host: /** @type {string} */ (host),
    offset: Number(offset),
    only: /** @type {'node' | 'laravel' | null} */ (only),
    real,
    mongo: needsMongo ? mongo : null,
    mariadb,
    redis: (real && env.REDIS_URL) || null,
    processes,
    load,
    lecture,
    classroom,
    // The code of an earlier lesson stays, since it may stand on a board.
    joinCode: env.CHAT_JOIN_CODE || (classroom ? (previous()?.joinCode ?? newJoinCode()) : null),
    lab,
    workers,
    limits,
    overloadLimits: limits && env.CHAT_OVERLOAD_LIMITS !== 'off',
    trustProxy,
    socketServer,
  };
}

import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isJoinCode, machineAddress, newJoinCode } from './classroom.js';
import { mongoMissing, mongoServer, namedMariadb } from './databases.js';
import { isLoopback, loopback, root } from './instance.js';

const { workersMax } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8')).lab;

const PROCESSES_MAX = 64;

const isCount = (/** @type {number} */ number, /** @type {number} */ max) =>
  Number.isInteger(number) && number >= 1 && number <= max;

/**
 * What an instance is, from the arguments of `infra/up` and the environment.
 * @param {Record<string, any>} [values] the arguments, by the names in its help
 * @param {{env?: NodeJS.Dict<string>, interfaces?: ReturnType<typeof networkInterfaces>, mongo?: string | null,
 *   joinCode?: string | null}} [surroundings] mongo: as mongoServer() finds it; joinCode: of the instance's last start
 * @throws {Error} if something cannot be: the message says what can
 */
export function upOptions(
  values = {},
  { env = process.env, interfaces = networkInterfaces(), mongo = mongoServer(env), joinCode = null } = {},
) {
  const { only = null, offset = '0', real = false, classroom = false, lecture = false } = values;
  const load = values.load || (lecture && !classroom);
  const lab = lecture || env.CHAT_LAB === '1';
  const trustProxy = env.CHAT_TRUST_PROXY === '1';
  const workers = Number(values.workers ?? (env.CHAT_LAB_WORKERS || 4));
  const processes = Number(values.processes ?? 1);
  const needsMongo = real && only !== 'laravel';
  const namedHost = env.CHAT_HOST === 'localhost' ? loopback : env.CHAT_HOST;
  const host = namedHost || (classroom ? machineAddress(interfaces) : loopback);
  const socketServer = env.CHAT_SOCKET_SERVER || 'loop';
  const limits = !load && env.CHAT_LIMITS !== 'off';

  /** @type {[boolean, string][]} */
  const refusals = [
    [only !== null && !['node', 'laravel'].includes(only), '--only takes node or laravel'],
    [!/^\d{1,3}$/.test(offset), '--offset takes a number from 0 to 999, or free'],
    [load && classroom, '--load and --classroom exclude each other: --load weakens passwords and lifts limits'],
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
  for (const [isUnfit, message] of refusals) if (isUnfit) throw new Error(message);

  return {
    // To `workers` as the help of infra/up says; `load` also of a lecture without a class.
    only: /** @type {'node' | 'laravel' | null} */ (only),
    offset: Number(offset),
    real,
    processes,
    load,
    lecture,
    classroom,
    workers,
    host: /** @type {string} */ (host), // that the chats listen on
    mongo: needsMongo ? mongo : null, // a program that speaks MongoDB's protocol, or an address
    mariadb: real && only !== 'node' ? namedMariadb(env) : null, // DB_HOST and more of one that runs already
    redis: (real && env.REDIS_URL) || null, // address of one that runs already
    // Needed to register. The code of an earlier lesson stays, since it may stand on a board.
    joinCode: env.CHAT_JOIN_CODE || (classroom ? (joinCode ?? newJoinCode()) : null),
    lab, // lab calls, a slow server for them to call, and one pool of workers
    limits, // whether calls are limited
    // Whether nginx and workers refuse what overloads them: infra/test is many users at one address.
    overloadLimits: limits && env.CHAT_OVERLOAD_LIMITS !== 'off',
    trustProxy, // whether X-Forwarded-For of a proxy on this machine is believed
    socketServer, // of the Laravel chat: our own, or `pusher`, another of the Pusher protocol
    // For the chats, which read CHAT_ORIGINS and others themselves.
    environment: Object.fromEntries(Object.entries(env).filter(([name]) => /^(CHAT|PUSHER)_/.test(name))),
  };
}

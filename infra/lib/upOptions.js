import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback, loopback, root } from './instance.js';
import { isJoinCode, machineAddress, newJoinCode } from './classroom.js';
import { mongoMissing, outsideMariadb, outsideNames } from './databases.js';

const { workersMax } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8')).lab;

const PROCESSES_MAX = 64;

/** Asked for something that cannot be: the message says what can. */
export class UnfitOptions extends Error {}

/**
 * The options of `infra/up`, from its words and the environment.
 * @param {{only?: string, offset: string, instance: string, real: boolean, load: boolean, lecture?: boolean,
 *   workers?: string, processes?: string, classroom: boolean}} values
 * @param {NodeJS.ProcessEnv} env
 * @param {{interfaces: ReturnType<typeof import('node:os').networkInterfaces>,
 *   before: () => import('./instance.js').Options | null, mongo: string | null}} machine before: what this instance was
 *   started with last, mongo: as mongoServer() finds it
 * @returns {import('./instance.js').Options}
 * @throws {UnfitOptions}
 */
export function upOptions(values, env, { interfaces, before, mongo }) {
  const { only, offset, instance, real, lecture = false, classroom } = values;
  const load = values.load || (lecture && !classroom);
  const asked = lecture ? '--lecture' : '--load';
  if (only && !['node', 'laravel'].includes(only)) throw new UnfitOptions('--only takes node or laravel');
  if (!/^[a-z0-9][a-z0-9-]*$/.test(instance)) throw new UnfitOptions('--instance takes letters, digits and -');
  if (!/^\d{1,3}$/.test(offset)) throw new UnfitOptions('--offset takes a number from 0 to 999');
  if (load && classroom)
    throw new UnfitOptions('--load and --classroom exclude each other: --load weakens passwords and lifts limits');
  if (values.workers && !lecture) throw new UnfitOptions('--workers is for --lecture');
  const workers = Number(values.workers ?? (env.CHAT_LAB_WORKERS || 4));
  if (!Number.isInteger(workers) || workers < 1 || workers > workersMax)
    throw new UnfitOptions(`${workers} workers: --workers takes a number from 1 to ${workersMax}`);
  const processes = Number(values.processes ?? 1);
  if (!Number.isInteger(processes) || processes < 1 || processes > PROCESSES_MAX)
    throw new UnfitOptions(`--processes takes a number from 1 to ${PROCESSES_MAX}`);
  if (processes > 1 && !real)
    throw new UnfitOptions('--processes needs --real: SQLite, the embedded store, serves one process');
  if (env.CHAT_JOIN_CODE && !isJoinCode(env.CHAT_JOIN_CODE))
    throw new UnfitOptions('CHAT_JOIN_CODE takes 4 to 64 of letters without accents, digits, _ and -');
  const needsMongo = real && only !== 'laravel';
  if (needsMongo && mongo === null) throw new UnfitOptions(mongoMissing);
  const mariadb = real && only !== 'node' ? outsideMariadb(env) : null;
  if (Object.values(mariadb ?? {}).some((value) => /['\p{Cc}]/u.test(value)))
    throw new UnfitOptions(`${outsideNames.join(', ')}: none may hold a quote or a line end`);
  const socketServer = env.CHAT_SOCKET_SERVER || 'loop';
  if (!['loop', 'pusher'].includes(socketServer)) throw new UnfitOptions('CHAT_SOCKET_SERVER takes loop or pusher');
  const named = env.CHAT_HOST === 'localhost' ? loopback : env.CHAT_HOST;
  const host = named || (classroom ? machineAddress(interfaces) : loopback);
  if (host === null) {
    throw new UnfitOptions(
      '--classroom finds no address of this machine that others reach: join a network, or name it by CHAT_HOST=ADDRESS',
    );
  }
  if (load && !isLoopback(host)) {
    throw new UnfitOptions(
      `${asked} lifts the rate limits and weakens passwords: refused on ${host}, only on a loopback address`,
    );
  }
  const lab = lecture || env.CHAT_LAB === '1';
  if (lab && env.CHAT_TRUST_PROXY === '1')
    throw new UnfitOptions(
      `${lecture ? '--lecture' : 'CHAT_LAB=1'}: through a proxy (CHAT_TRUST_PROXY=1) any client could stop a chat`,
    );
  return {
    host,
    offset: Number(offset),
    only: /** @type {'node' | 'laravel' | null} */ (only ?? null),
    real,
    mongo: needsMongo ? mongo : null,
    mariadb,
    load,
    // The code of an earlier lesson stays, since it may stand on a board.
    joinCode: env.CHAT_JOIN_CODE || (classroom ? (before()?.joinCode ?? newJoinCode()) : null),
    classroom,
    lecture,
    lab,
    workers,
    processes,
    redis: (real && env.REDIS_URL) || null,
    socketServer,
  };
}

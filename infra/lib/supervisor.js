import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { healthProblem } from './health.js';
import { root } from './instance.js';

/** @import { Instance } from './instance.js' */
/** @import { Part } from './parts.js' */

const PATIENCE_MS = 60_000;

/** @param {Instance} instance */
const pidFile = ({ dir }) => join(dir, 'run/supervisord.pid');

/** Finds the pid of the instance's running supervisord, or null. @param {Instance} instance */
export function supervisorPid(instance) {
  const file = pidFile(instance);
  try {
    const pid = readFileSync(file, 'utf8').trim();
    // Another program may have the pid by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file) ? Number(pid) : null;
  } catch {
    return null;
  }
}

/**
 * Starts supervisord in the background, without a part. It is up when others can find and stop it.
 * @param {Instance} instance @param {Record<string, string>} settings
 * @throws {Error} with supervisord's output
 */
export async function startSupervisor(instance, settings) {
  const args = ['-c', join(root, 'infra/etc/supervisord.conf'), '--pidfile', pidFile(instance)];
  // The chats must not get root's home and name.
  const user = { HOME: instance.dir, USER: userInfo().username, LOGNAME: userInfo().username };
  const env = { ...process.env, ...settings, ...user };
  const { status, stdout, stderr } = spawnSync('supervisord', args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`supervisord did not start:\n${stdout}${stderr}`);
  for (const deadline = Date.now() + PATIENCE_MS; supervisorPid(instance) === null; await pause(20))
    if (Date.now() > deadline) throw new Error(`supervisord did not start: see ${instance.dir}/log/supervisord.log`);
}

/** Gives supervisorctl's output, even if it fails. @param {Instance} instance @param {string[]} args */
export const ctl = ({ name }, ...args) =>
  promisify(execFile)(join(root, 'infra/ctl'), ['--instance', name, ...args]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

/**
 * Reads state (RUNNING, STARTING, BACKOFF, STOPPED, FATAL ...) and pid by program; {} if the supervisor has ended.
 * @param {Instance} instance
 * @returns {Promise<Record<string, {state: string, pid: number | null}>>}
 */
export async function states(instance) {
  const rows = (await ctl(instance, 'status')).matchAll(/^(\S+) +([A-Z]+) *(?:pid (\d+))?/gm);
  return Object.fromEntries([...rows].map(([, name, state, pid]) => [name, { state, pid: pid ? Number(pid) : null }]));
}

/**
 * Starts or restarts a part and waits until it is ready or has ended, at most a minute.
 * @param {Instance} instance @param {Part} part @param {AbortSignal} [signal] ends the wait
 * @returns {Promise<string | null>} why the part is not ready; null: it is ready
 */
export async function startPart(instance, part, signal) {
  const answer = await ctl(instance, 'start', part.name);
  if (!/: started/.test(answer)) return answer;
  const currentPid = () => readFileSync(join(instance.dir, `run/${part.name}.pid`), 'utf8'); // runPart.sh writes it
  const startedPid = currentPid();
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(100)) {
    const problem = await healthProblem(part);
    const isOver = problem === null || signal?.aborted || Date.now() > deadline || currentPid() !== startedPid;
    if (isOver) return problem;
  }
}

/**
 * Stops every part and the supervisor. A frozen database takes the whole minute that it has to stop.
 * @param {Instance} instance
 * @returns {Promise<boolean>} whether the supervisor ran
 */
export async function stopSupervisor(instance) {
  const pid = supervisorPid(instance);
  if (pid !== null) process.kill(pid, 'SIGTERM');
  do await pause(100);
  while (supervisorPid(instance) !== null);
  return pid !== null;
}

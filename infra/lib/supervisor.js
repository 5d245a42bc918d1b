import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { awaitHealth } from './health.js';
import { root } from './instance.js';
import { fail } from './options.js';

/** @typedef {import('./instance.js').Instance} Instance */

const run = promisify(execFile);
const PATIENCE_MS = 60_000;

/** @param {Instance} it */
const pidFile = (it) => join(it.dir, 'run/supervisord.pid');

/**
 * The pid of the instance's running supervisord, or null.
 * @param {Instance} it
 */
export function supervisorPid(it) {
  try {
    const pid = readFileSync(pidFile(it), 'utf8').trim();
    // The number may be another program's by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(pidFile(it)) ? Number(pid) : null;
  } catch {
    return null;
  }
}

/**
 * Starts supervisord in the background, without a part. It is up when others can find it, and stop it.
 * @param {Instance} it @param {Record<string, string>} values the parts' settings
 */
export async function launch(it, values) {
  const words = ['-c', join(root, 'infra/etc/supervisord.conf'), '--pidfile', pidFile(it)];
  // Root's are not the chats'.
  const own = { HOME: it.dir, USER: userInfo().username, LOGNAME: userInfo().username };
  const env = { ...process.env, ...values, ...own };
  const { status, stdout, stderr } = spawnSync('supervisord', words, { env, encoding: 'utf8' });
  if (status !== 0) fail(`supervisord did not start:\n${stdout}${stderr}`);
  for (const until = Date.now() + PATIENCE_MS; supervisorPid(it) === null; await pause(20))
    if (Date.now() > until) fail(`supervisord did not start: see ${it.dir}/log/supervisord.log`);
}

/**
 * Runs supervisorctl with these words.
 * @param {Instance} it @param {string[]} words
 * @returns {Promise<string>} what it said, also where it failed
 */
export const ctl = (it, ...words) =>
  run(join(root, 'infra/ctl'), ['--instance', it.name, ...words]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

/**
 * State (RUNNING, STARTING, BACKOFF, STOPPED, FATAL ...) and pid by program; none of a supervisor that is gone.
 * @param {Instance} it
 * @returns {Promise<Record<string, {state: string, pid: number | null}>>}
 */
export async function states(it) {
  const rows = [...(await ctl(it, 'status')).matchAll(/^(\S+) +([A-Z]+) *(?:pid (\d+))?/gm)];
  return Object.fromEntries(rows.map(([, name, state, pid]) => [name, { state, pid: pid ? Number(pid) : null }]));
}

/**
 * Starts a part, or starts it anew.
 * @param {Instance} it @param {import('./parts.js').Part} part
 * @returns {Promise<string | null>} why it is not ready; null: it is
 */
export async function start(it, part) {
  const said = await ctl(it, 'start', part.name);
  if (!/: started/.test(said)) return said;
  const pid = () => readFileSync(join(it.dir, `run/${part.name}.pid`), 'utf8'); // infra/lib/run writes it
  const first = pid();
  return awaitHealth(part, () => pid() === first);
}

/**
 * Stops every part and the supervisor, as infra/down does. A second Ctrl-C could end infra/down, were it called here.
 * @param {Instance} it
 */
export async function stop(it) {
  const pid = supervisorPid(it);
  if (pid !== null) process.kill(pid, 'SIGTERM');
  while (supervisorPid(it) !== null) await pause(100);
}

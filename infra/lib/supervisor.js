import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { fail } from './options.js';
import { formatEnv } from './secrets.js';
import { call, statesOf } from './supervisor-calls.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('./parts/index.js').Part} Part */

const lib = join(root, 'infra/lib');

/** A frozen database takes its whole minute. Processes that still run after this time are killed as leftovers. */
const stopMaxMs = 120_000;

/** For a state, on a machine that does much else: a supervisor that stands still is as good as gone. */
const stateMaxMs = 30_000;

/** @param {Instance} it */
const configOf = (it) => join(it.dir, 'supervisord.conf');

/** @param {Instance} it */
const socketOf = (it) => join(it.dir, 'run/supervisor.sock');

/** @param {string} value supervisor expands % in its configuration */
const literal = (value) => value.replaceAll('%', '%%');

/**
 * Writes the supervisor's configuration and each part's settings under var/NAME: no file outside it is touched.
 * @param {Instance} it
 * @param {Part[]} parts
 */
export function configure(it, parts) {
  for (const folder of ['run', 'log', 'data/node', 'data/laravel/cache'])
    mkdirSync(join(it.dir, folder), { recursive: true });
  const run = join(it.dir, 'run');
  for (const name of [...parts.map((part) => part.name), 'supervisord']) {
    const log = join(it.dir, `log/${name}.log`);
    if (existsSync(log)) renameSync(log, `${log}.before`);
  }
  for (const part of parts) writeFileSync(join(run, `${part.name}.env`), formatEnv(part.env), { mode: 0o600 });
  const sections = [
    '[unix_http_server]',
    `file=${literal(socketOf(it))}`,
    'chmod=0700',
    '[supervisord]',
    `logfile=${literal(join(it.dir, 'log/supervisord.log'))}`,
    `pidfile=${literal(join(run, 'supervisord.pid'))}`,
    `childlogdir=${literal(join(it.dir, 'log'))}`,
    'umask=077',
    '[rpcinterface:supervisor]',
    'supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface',
    '[supervisorctl]',
    `serverurl=unix://${literal(socketOf(it))}`,
    ...parts.flatMap((part, index) => [
      `[program:${part.name}]`,
      `command=${literal([join(lib, 'part.sh'), run, part.name, ...part.command].join(' '))}`,
      `directory=${literal(root)}`,
      // infra/up starts them in order and waits for each. One that does not stay up for a second is tried again after
      // 1, 2, 3 ... s.
      `priority=${index + 1}`, // stopped in the reverse order
      'autostart=false',
      'autorestart=true',
      'startsecs=1',
      'startretries=30',
      `stopwaitsecs=${part.stopSeconds ?? 12}`,
      'stopasgroup=true',
      'killasgroup=true',
      'redirect_stderr=true',
      `stdout_logfile=${literal(join(it.dir, `log/${part.name}.log`))}`,
      'stdout_logfile_maxbytes=20MB',
      'stdout_logfile_backups=1',
    ]),
  ];
  writeFileSync(configOf(it), sections.join('\n') + '\n', { mode: 0o600 });
}

/**
 * The pid of the instance's running supervisor, or null.
 * @param {Instance} it
 */
export function supervisorPid(it) {
  try {
    const pid = Number(readFileSync(join(it.dir, 'run/supervisord.pid'), 'utf8'));
    if (!Number.isInteger(pid) || pid < 2) return null;
    // The number may be another user's by now, who can call a process whatever they like.
    const owner = Number(/^Uid:\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    if (owner !== lstatSync(it.dir).uid) return null;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(configOf(it)) ? pid : null;
  } catch {
    return null;
  }
}

/** @param {Instance} it */
export function launch(it) {
  execFileSync('supervisord', ['-c', configOf(it)], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Starts, stops or restarts programs, one after the other, each until it has stayed up for a second or has ended. A
 * program that is in that state already is no error: the caller looks at the states.
 * @param {Instance} it
 * @param {'start' | 'stop' | 'restart'} what
 * @param {string[]} names
 */
export async function control(it, what, ...names) {
  const methods = { start: ['startProcess'], stop: ['stopProcess'], restart: ['stopProcess', 'startProcess'] }[what];
  for (const method of methods) {
    for (const name of names) await call(socketOf(it), method, [name]).catch(() => {});
  }
}

/**
 * State (RUNNING, STARTING, BACKOFF, STOPPED, FATAL ...) and pid by program; none of a supervisor that is gone.
 * @param {Instance} it
 * @returns {Promise<Record<string, {state: string, pid: number | null}>>}
 */
export async function states(it) {
  if (supervisorPid(it) === null) return {};
  return statesOf(await call(socketOf(it), 'getAllProcessInfo', [], AbortSignal.timeout(stateMaxMs)).catch(() => ''));
}

/**
 * Stops every part, the supervisor, and what a killed supervisor left behind.
 * @param {Instance} it
 */
export async function stop(it) {
  const pid = supervisorPid(it);
  if (pid !== null) {
    if (!signalled(pid)) fail(`${it.name} (pid ${pid}) may not be stopped by you: stop it as who owns ${it.dir}.`);
    // Its pid file tells that it has ended: where nobody reaps it, /proc would show it for ever.
    for (const end = Date.now() + stopMaxMs; supervisorPid(it) === pid;) {
      if (Date.now() > end) process.kill(pid, 'SIGKILL');
      await new Promise((next) => setTimeout(next, 100));
    }
  }
  execFileSync('bash', [join(lib, 'end-leftovers.sh'), join(it.dir, 'run')], { stdio: 'inherit' });
  return pid !== null;
}

/** @param {number} pid @returns {boolean} false: it is another user's */
function signalled(pid) {
  try {
    return process.kill(pid, 'SIGTERM');
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM';
  }
}

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { handedOn } from './handed-on.js';
import { fail } from './options.js';
import { printable } from './printable.js';

/** @typedef {{name: string, uid: number, gid: number}} User */

/** Whether root gave this command, and another process of root's shows what this one writes. */
export const forRoot = process.env.CHAT_FOR_ROOT === '1';
delete process.env.CHAT_FOR_ROOT;

/** @type {number[]} */
const handed = [];

/**
 * Opens a file as who gave the command, for the process that goes on as the instance's owner.
 * @param {() => number} open
 * @returns {number} its descriptor
 */
export function openAsCaller(open) {
  if (forRoot) return 3 + handed.push(-1) - 1;
  const descriptor = open();
  handed.push(descriptor);
  return descriptor;
}

/**
 * Runs this command once more as another user and ends with its status. An attacker may control that user, so the
 * command has a session of its own: it cannot type into root's terminal, and gets neither root's home nor its
 * environment. Its output is shown without control characters.
 * @param {User} user
 * @param {string} dir var/NAME
 * @returns {Promise<never>}
 */
export function goOnAs({ name, uid, gid }, dir) {
  const env = {
    ...handedOn(process.env),
    // A home that the service may write would hold settings and code of its own making for each program that looks there.
    ...{ HOME: '/nonexistent', USER: name, LOGNAME: name, TMPDIR: join(dir, 'tmp') },
    ...{ PYTHONNOUSERSITE: '1', CHAT_FOR_ROOT: '1' },
  };
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    ...{ uid, gid, env, detached: true }, // spawn drops root's other groups
    stdio: ['ignore', 'pipe', 'pipe', ...handed],
  });
  // To all of its group, as a terminal would.
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  child.stdout?.setEncoding('utf8').on('data', (text) => process.stdout.write(printable(text)));
  child.stderr?.setEncoding('utf8').on('data', (text) => process.stderr.write(printable(text)));
  child.on('error', (error) => fail(`${name} cannot run ${process.execPath}: ${error.message}`));
  child.on('exit', (status, signal) => {
    const end = () => process.exit(status ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    child.on('close', end);
    setTimeout(end, 2000); // whoever else holds its output is not waited for
  });
  return new Promise(() => {});
}

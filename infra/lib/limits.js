import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './instance.js';
import { machineLimits } from './machine-limits.js';
import { localPorts, neededLimits } from './needed-limits.js';
import { fail, readOptions, usageOf } from './options.js';

const usage = usageOf('limits');
const { values } = readOptions(usage, {
  users: { type: 'string', default: '1000' },
  apply: { type: 'boolean', default: false },
  revert: { type: 'boolean', default: false },
});
if (!/^[1-9]\d{0,6}$/.test(values.users)) fail(`--users takes a number from 1 on\n${usage}`, 2);
if (values.apply && values.revert) fail(`--apply or --revert, not both\n${usage}`, 2);

const nofileFile = '/etc/security/limits.d/chat-load.conf';
const sysctlFile = '/etc/sysctl.d/60-chat-load.conf';
const before = join(root, 'var/limits-before.json');

if (values.revert) revert();
else {
  const lacking = compare();
  if (values.apply && lacking.length > 0) apply(lacking);
  else if (lacking.length > 0) console.log('\ninfra/limits --apply raises what may be raised.');
  process.exit(compareQuietly().length > 0 ? 1 : 0);
}

/** @typedef {{name: string, is: number, needs: number, sysctl?: string}} Row */

/** @returns {Row[]} */
function rows() {
  const needs = neededLimits(Number(values.users));
  return machineLimits().map((limit) => ({ ...limit, needs: needs[limit.name] }));
}

/** @returns {Row[]} */
function compareQuietly() {
  // A soft limit below the hard one is raised by each part itself.
  return rows().filter((row) => row.is < row.needs && row.name !== 'nofile (soft)');
}

function compare() {
  console.log(`${'limit'.padEnd(34)}${'is'.padStart(12)}${`${values.users} users need`.padStart(22)}`);
  for (const row of rows()) {
    const soft = row.name === 'nofile (soft)';
    const word = row.is >= row.needs ? '' : soft ? '  (each part raises it to the hard limit)' : '  lacking';
    console.log(`${row.name.padEnd(34)}${String(row.is).padStart(12)}${String(row.needs).padStart(22)}${word}`);
  }
  return compareQuietly();
}

/** @param {string} key @param {string} value */
function setSysctl(key, value) {
  writeFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, `${value}\n`);
  const now = readFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8')
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (now !== value) throw new Error(`the kernel left it at ${now}`);
}

/** @param {Row[]} lacking */
function apply(lacking) {
  console.log('');
  const old = existsSync(before) ? JSON.parse(readFileSync(before, 'utf8')) : {};
  const lines = [];
  for (const row of lacking) {
    if (!row.sysctl) continue;
    const key = row.sysctl;
    const value = row.name === 'local ports' ? localPorts(row.needs) : String(row.needs);
    const was = readFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8')
      .trim()
      .replaceAll(/\s+/g, ' ');
    try {
      setSysctl(key, value);
      old[key] ??= was;
      lines.push(`${key} = ${value}`);
      console.log(`raised   ${key} = ${value} (was ${was})`);
    } catch (error) {
      refused(`${key} = ${value}`, error);
    }
  }
  mkdirSync(dirname(before), { recursive: true });
  writeFileSync(before, JSON.stringify(old, null, 2) + '\n');
  if (lines.length > 0) keep(sysctlFile, lines);
  const nofile = lacking.find((row) => row.name === 'nofile (hard)');
  if (nofile) raiseNofile(nofile.needs);
}

/** @param {number} needs */
function raiseNofile(needs) {
  keep(
    nofileFile,
    ['root', '*'].flatMap((who) => ['soft', 'hard'].map((kind) => `${who} ${kind} nofile ${needs}`)),
  );
  try {
    // The shell that called us, so that what it starts next has it.
    execFileSync('prlimit', ['--pid', `${process.ppid}`, `--nofile=${needs}:${needs}`], { stdio: 'pipe' });
    console.log(`raised   nofile of this shell (pid ${process.ppid}) to ${needs}`);
  } catch (error) {
    refused(`nofile = ${needs}`, error);
    console.log('         Programs that need more descriptors than one process may hold are split over several.');
  }
}

/** @param {string} what @param {unknown} error */
function refused(what, error) {
  const { message, stderr } = /** @type {Error & {stderr?: Buffer}} */ (error);
  console.log(`refused  ${what}: ${(stderr?.toString().trim() || message).split('\n')[0]}`);
}

/** @param {string} file @param {string[]} lines */
function keep(file, lines) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `# written by infra/limits --apply; infra/limits --revert removes it\n${lines.join('\n')}\n`);
    console.log(`written  ${file}`);
  } catch (error) {
    refused(file, error);
  }
}

function revert() {
  /** @type {Record<string, string>} */
  const old = existsSync(before) ? JSON.parse(readFileSync(before, 'utf8')) : {};
  for (const [key, value] of Object.entries(old)) {
    try {
      setSysctl(key, value);
      console.log(`put back ${key} = ${value}`);
    } catch (error) {
      refused(`${key} = ${value}`, error);
    }
  }
  for (const file of [nofileFile, sysctlFile, before]) {
    if (!existsSync(file)) continue;
    rmSync(file);
    console.log(`removed  ${file}`);
  }
}

import fs from 'node:fs';
import { execFileSync } from 'node:child_process';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * @typedef {object} TreeSample
 * @property {number} cpuSeconds CPU time so far of the tree's running processes and of their ended children
 * @property {number} rssMb resident memory; a shared page counts in each process
 * @property {number | null} pssMb resident memory; a shared page counts once; null: not sampled
 */

/**
 * Reads CPU time and memory of processes and all their descendants from /proc.
 * @param {number[]} roots pids
 * @param {object} [options]
 * @param {boolean} [options.memory] false: skip memory, which saves the kernel a walk over the pages
 * @param {Map<number, number[]>} [options.children] result of childrenOfAll, to sample several trees at once
 * @returns {TreeSample}
 */
export function sampleTree(roots, { memory = true, children = childrenOfAll() } = {}) {
  const sum = { cpuSeconds: 0, rss: 0, pss: 0 };
  const pids = new Set(roots);
  for (const pid of pids) {
    for (const child of children.get(pid) ?? []) pids.add(child);
    const { rss, pss } = memory ? readMemory(pid) : { rss: 0, pss: 0 };
    sum.cpuSeconds += (readStat(pid)?.cpuTicks ?? 0) / TICKS_PER_SECOND;
    sum.rss += rss;
    sum.pss += pss;
  }
  return { cpuSeconds: sum.cpuSeconds, rssMb: sum.rss / 1024, pssMb: memory ? sum.pss / 1024 : null };
}

/** @returns {Map<number, number[]>} pids of children by pid, for all processes of this machine */
export function childrenOfAll() {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const pid of fs.readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = readStat(pid)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

/** proc(5): utime, stime, cutime, cstime are fields 14 to 17. @param {number} pid */
function readStat(pid) {
  try {
    const fields = statFields(pid);
    const cpuTicks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[1]), cpuTicks };
  } catch {
    // The process ended between the listing and the reading.
    return null;
  }
}

/** @returns {number} CPU seconds of this process's ended descendants */
export function endedChildrenSeconds() {
  const fields = statFields('self');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/**
 * @param {number | 'self'} pid
 * @returns {string[]} the fields of proc(5) after the name in brackets: state, ppid, ...
 * @throws {Error} if the process has ended
 */
function statFields(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** @param {number} pid @returns {{rss: number, pss: number}} KiB */
function readMemory(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    const field = (/** @type {string} */ name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { rss: field('Rss'), pss: field('Pss') };
  } catch {
    return { rss: 0, pss: 0 };
  }
}

/** @param {number} pid @returns {string[]} the words of its command; [] if the process has ended */
export function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

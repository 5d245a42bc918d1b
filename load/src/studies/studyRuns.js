import fs from 'node:fs';
import path from 'node:path';
import { FAULT_KINDS } from '../faults/faults.js';
import { ROOT } from '../paths.js';
import { planOf } from '../record/plan.js';
import { recordFile } from '../record/recordFiles.js';
import { readManifest } from '../reference/manifests.js';
import { jobsOf, readWorkload } from '../run/workloads.js';
import { readTarget, titleOf } from '../server/targets.js';

/** @import { Job } from '../job.js' */
/** @import { Block } from '../reference/manifests.js' */

/**
 * @typedef {object} StudyRun
 * @property {Job} job
 * @property {string} target
 * @property {boolean} [embedded] a chat uses its embedded store
 * @property {number} block runs of a lower block come first
 * @property {string[]} files names of the files for its records
 *
 * @param {string} name
 * @param {{quick?: boolean, target?: string, only?: string, embedded?: boolean, command?: string}} [options] target:
 *   only these, with commas between; only: only this workload; embedded: all chats use their embedded stores
 * @returns {{runs: StudyRun[], absent: Record<string, string>}} absent: why a server is not measured here, by server
 */
export function studyRuns(name, { quick = false, target, only, embedded, command } = {}) {
  const manifest = readManifest(name);
  const chosenTargets = target?.split(',');
  const defaultTargets = [...Object.values(manifest.servers), ...manifest.pair];
  /** @type {StudyRun[]} */
  const runs = [];
  const absent = { ...manifest.absent };
  for (const [index, { quick: quickOfBlock, ...block }] of manifest.runs.entries()) {
    if ((only !== undefined && block.workload !== only) || (quick && quickOfBlock === false)) continue;
    const { targets = defaultTargets, ...load } = { ...block, ...(quick && { ...manifest.quick, ...quickOfBlock }) };
    load.embedded ||= manifest.embedded || embedded;
    for (const targetName of targets.filter((name) => !chosenTargets || chosenTargets.includes(name))) {
      const reason = whyAbsent(targetName, load.embedded);
      if (reason) absent[titleOf(targetName)] = reason;
      else runs.push(...runsOfBlock({ ...load, command }, targetName, index));
    }
  }
  return { runs, absent };
}

/** @param {string} target @param {boolean} [embedded] @returns {string} why the target cannot start, or '' */
function whyAbsent(target, embedded) {
  const { needs, processes } = readTarget(target);
  if (needs !== undefined && !fs.existsSync(path.resolve(ROOT, needs))) return `there is no ${needs} here.`;
  return embedded && processes ? 'several processes have no embedded store.' : '';
}

/**
 * @param {Omit<Block, 'targets' | 'quick'> & {command?: string}} load
 * @param {string} target @param {number} block
 * @returns {StudyRun[]}
 */
function runsOfBlock({ workload, users, embedded, ...load }, target, block) {
  return jobsOf(workload, { ...load, levels: users ?? readWorkload(workload).ladder })
    .filter((job) => isAnsweredBy(target, job))
    .map((job) => {
      const faults = job.kind === 'faults' ? FAULT_KINDS : [undefined];
      const files = faults.map((fault) => recordFile({ ...job, embedded }, planOf(job, target, { fault })));
      return { job, target, embedded, block, files };
    });
}

/** @param {string} target @param {StudyRun['job']} job @returns {boolean} whether the target has the job's request */
function isAnsweredBy(target, { request, contract }) {
  if (request === undefined || !readTarget(target).implementation) return true;
  return contract?.requests.some(({ name }) => name === request) ?? false;
}

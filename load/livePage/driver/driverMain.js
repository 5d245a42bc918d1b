import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTarget, urlIn } from '../../benches/target.js';
import { beAloneAt } from '../../machine/alone.js';
import { databaseOf } from '../../machine/database.js';
import { mayBeElsewhere, partsOf, pidsByPart } from '../../machine/installation.js';
import { portOwners } from '../../machine/portOwner.js';
import { chatRecord } from '../../runRecord/chatRecord.js';
import { descriptorLimit } from '../../runRecord/clientFacts.js';
import { saveRecord } from '../../runRecord/saveRecord.js';
import { serverFacts } from '../../runRecord/serverFacts.js';
import { failedVerdicts } from '../../runRecord/verdict.js';
import { readScenario } from '../../scenarios/scenarios.js';
import { Shape } from '../../scenarios/shape.js';
import { readTarget } from '../../targets/targets.js';
import { shapedRun } from './shapedRun.js';
import { wholeRow } from './wholeRow.js';

/**
 * The load client of one target, a process of its own. Told {plan} it logs in, joins and says {ready}. Told {startAt}
 * it sends, says {row} each second, writes the run's record and says {ended}. Told {mark} it writes that down, told
 * 'stop' it sends no more. Where it cannot go on it says {failed}.
 *
 * @typedef {object} DriverPlan
 * @property {string} target name @property {string} instance
 * @property {string} [address] where the target is, whatever the instance
 * @property {string} scenario @property {number} users
 * @property {number} rate messages/s of each user @property {number} seconds
 * @property {string} command what to type to have it again @property {string} folder for the record
 *
 * @typedef {{state: string, users?: number}} StateReport users: logged in
 * @typedef {StateReport | {ready: true} | {row: import('./liveSeconds.js').LiveSecond} | {failing: string} |
 *   {ended: EndReport} | {failed: string}} Report
 * @typedef {{record: string, failures: string[], whole: import('../server/rows.js').Row}} EndReport
 *   record: its file; failures: verdicts that are not as they have to be; whole: the run as if it were one second
 */

const VAR = fileURLToPath(new URL('../../../var', import.meta.url));
/** Where infra/up puts php-fpm's sockets. @param {string} instance */
const fpmSockets = (instance) => path.join(VAR, instance, 'run', 'fpm-');

const stop = new AbortController();
let hasBegun = false;
/** @type {Array<{second: number, label: string}>} */
const marks = [];
/** @type {(startAt: number) => void} */
let begin = () => {};
/** @type {Promise<number>} */
const begun = new Promise((resolve) => (begin = resolve));

process.on('message', (/** @type {any} */ order) => {
  if (order.plan) drive(order.plan).catch((error) => end({ failed: error.message }));
  else if (order.startAt) {
    hasBegun = true;
    begin(order.startAt);
  } else if (order.mark) marks.push(order.mark);
  // Before the clock has started there is nothing to wait for, and nothing to keep.
  else if (order === 'stop' && !hasBegun) end({ failed: 'stopped before it began' });
  else if (order === 'stop') stop.abort();
});
// Whoever started it has ended.
process.on('disconnect', () => process.exit(0));

/** @param {DriverPlan} plan */
async function drive(plan) {
  const data = readTarget(plan.target);
  const parts = await partsOf(plan.instance);
  const url = plan.address ?? urlIn(plan.target, parts) ?? elsewhere(plan.instance, plan.target, data.address);
  beAloneAt(url);
  const target = await findTarget({ url });
  if (target.name !== data.chat) throw new Error(`${url} is ${target.name}, not ${data.chat}.`);
  const facts = await serverFacts(url);
  const here = plan.address === undefined ? parts : [];
  const pids = pidsOf(here, target);
  const serverParts = here.length > 0 ? data.messages.parts.filter((part) => part in pids) : Object.keys(pids);
  const shape = new Shape(readScenario(plan.scenario), plan);
  const send = /** @type {'socket' | 'post'} */ (data.messages.send);
  const seen = await shapedRun(
    {
      ...{ target, send, shape, parts: pids, serverParts, stop },
      ...(serverParts.includes('fpm') && { workersAt: fpmSockets(plan.instance) }),
      startAt: () => {
        report({ ready: true });
        return begun;
      },
    },
    {
      onState: (state, users) => report({ state, ...(users !== undefined && { users }) }),
      onSecond: (row) => report({ row }),
      onFailing: (failing) => report({ failing }),
    },
  );
  report({ state: 'writing the record' });
  const { seconds, asked: users, slow } = seen;
  const record = {
    ...chatRecord({
      kind: 'live',
      command: plan.command,
      plan: {
        target: plan.target,
        users,
        ratePerUser: plan.rate,
        rate: plan.rate * users,
        scenario: plan.scenario,
        codePath: data.messages.codePath,
        seconds,
      },
      client: 'raw',
      processes: 1,
      server: {
        ...facts,
        database: databaseOf(target, here),
        fresh: false,
        descriptors: descriptorLimit(pids[serverParts[0]]?.[0] ?? 0),
      },
      parts: Object.keys(pids),
      serverParts,
      seen,
    }),
    marks,
  };
  if (slow.joined > 0) Object.assign(record.counts, { slowReceivers: slow.joined, slowReceiversCutOff: slow.ended });
  const file = path.join(plan.folder, `record-${plan.target}.json`);
  saveRecord(file, record);
  const failures = failedVerdicts(record).map(failureText);
  end({ ended: { record: file, failures, whole: wholeRow(record) } });
}

/** @param {string} instance @param {string} target @param {string} address */
function elsewhere(instance, target, address) {
  mayBeElsewhere(instance, target);
  return address;
}

/**
 * @param {import('../../machine/installation.js').Part[]} parts
 * @param {import('../../benches/wire/meaning.js').Target} target
 * @returns {Record<string, number[]>} of the installation, else of whoever holds its ports
 */
function pidsOf(parts, { url, socketUrl }) {
  const known = pidsByPart(parts);
  if (Object.keys(known).length > 0) return known;
  const owners = [...new Set([url, socketUrl].flatMap((at) => portOwners(Number(new URL(at).port))))];
  return owners.length > 0 ? { 'chat server': owners } : {};
}

/** @param {{name: string, value: number | null}} verdict */
const failureText = ({ name, value }) => `${name}: ${value === null ? 'not known' : Math.round(value * 10) / 10}`;

/** @param {Report} said */
function report(said) {
  process.send?.(said);
}

/** @param {Report} said the last word */
function end(said) {
  process.send?.(said, () => process.exit(0));
}

import fs from 'node:fs';
import { provenance } from '../provenance.js';
import { getSessions } from '../benches/sessions.js';
import { findTarget } from '../benches/target.js';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { startPrivateServer } from '../servers/privateServer.js';
import { plantedRun } from './plantedRun.js';

const USAGE = `load/faults [--target node|laravel] [--runs 10] [--json] [--save FILE]

Shows that the ledger can be believed: private servers, told to drop, double or swap one delivery in 97, are put under
a small load; the ledger has to name as many faults as were planted, by their right name, and nothing else. A server
that is told nothing has to come out clean. Both targets unless one is named.

Exit codes: 0 every run as it has to be, 1 some not, 2 wrong usage, or a server that does not start.`;

const RECEIVERS = 20;
// A prime, above the number of receivers: faults fall on other receivers from message to message.
const ONE_IN = 97;
/** @type {import('./plantedRun.js').FaultKind[]} */
const KINDS = ['none', 'drop', 'double', 'swap'];

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  const runs = positiveNumber('runs', values.runs, { whole: true });
  const targets = values.target ? [values.target] : ['node', 'laravel'];
  if (targets.some((target) => target !== 'node' && target !== 'laravel')) throw new WrongUsage(USAGE);
  const results = [];
  for (const target of targets) {
    console.error(`${target}: ${runs} runs of each of ${KINDS.join(', ')} ...`);
    results.push(...(await Promise.all(KINDS.map((kind) => series(target, kind, runs)))));
  }
  const result = { ...provenance(), runs, oneIn: ONE_IN, receivers: RECEIVERS, series: results };
  if (values.save) fs.writeFileSync(values.save, JSON.stringify(result, null, 2) + '\n');
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else for (const one of results) console.log(describe(one));
  return results.every(({ passed }) => passed === runs) ? 0 : 1;
}

/** @param {'node' | 'laravel'} target @param {import('./plantedRun.js').FaultKind} kind @param {number} runs */
async function series(target, kind, runs) {
  /** @type {Record<string, string>} */
  const env = kind === 'none' ? {} : { CHAT_LAB: '1', CHAT_FAULT: `${kind}:${ONE_IN}` };
  const server = await startPrivateServer(target, { env });
  try {
    const found = await findTarget({ url: server.url });
    const sessions = await getSessions(server.url, RECEIVERS);
    const outcomes = [];
    for (let before = 0; outcomes.length < runs; before += /** @type {any} */ (outcomes.at(-1)).deliveries) {
      outcomes.push(await plantedRun({ target: found, sessions, kind, oneIn: ONE_IN, before }));
    }
    return { target, kind, runs, passed: outcomes.filter(({ passed }) => passed).length, outcomes };
  } finally {
    await server.stop();
  }
}

/** @param {Awaited<ReturnType<typeof series>>} result */
function describe({ target, kind, runs, passed, outcomes }) {
  const planted = outcomes.reduce((sum, outcome) => sum + outcome.planted, 0);
  /** @type {Record<string, number>} */
  const named = {};
  for (const outcome of outcomes) {
    for (const [name, times] of Object.entries(outcome.named)) named[name] = (named[name] ?? 0) + times;
  }
  const list =
    Object.entries(named)
      .map(([name, times]) => `${times} ${name}`)
      .join(', ') || 'nothing';
  return `${target.padEnd(8)} ${kind.padEnd(7)} ${passed} of ${runs} runs as they have to be: ${planted} planted, named ${list}`;
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    runs: { type: 'string', default: '10' },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);

import { startProxy } from '../proxy/startProxy.js';
import { allChecks } from '../suite/allChecks.js';
import { allMutants } from '../suite/allMutants.js';
import { pause } from '../suite/expect.js';
import { closingLine, resultLine, tally } from '../suite/report.js';
import { restarter } from '../suite/restart.js';
import { inPools } from '../suite/pools.js';
import { companies, runCheck, runChecks } from '../suite/runner.js';
import { learnServer } from '../suite/server.js';
import { readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/mutants URL [--only REGEX] [--share K/N] [--restart CMD] [--no-baseline]

Shows that the checks can fail: a proxy before the server breaks one rule at a time, and every check that is
named for a mutant must fail against it. A mutant that no check sees fails, as does a check that no mutant breaks.
First the proxy runs with nothing broken, and every check must pass: one that fails anyway has seen no mutant.

  --only REGEX   only the mutants whose topic or name fits, after the checks they name; unbroken checks are not counted
  --share K/N    every Nth of the mutants, from the Kth on: N runs with K from 1 to N are all of them
  --restart CMD  a shell command that restarts the server; what needs one is skipped without it
  --no-baseline  without the run of the checks through the proxy that breaks nothing

Exit code: 0 all killed, 1 not, 2 there was nothing to do.`;

/** A check that finds a mutant leaves calls under way that nobody waits for any more. */
export const leavesErrors = true;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(args, USAGE, {
    only: { type: 'string' },
    share: { type: 'string', default: '1/1' },
    restart: { type: 'string' },
    'no-baseline': { type: 'boolean' },
  });
  if (code !== undefined) return code;
  const checks = await allChecks();
  const every = await allMutants(checks);
  const fitting = every.filter(({ topic, name }) => new RegExp(values.only ?? '', 'i').test(`${topic}: ${name}`));
  const mutants = shareOf(fitting, values.share);
  if (mutants.length === 0) throw new Error(`no mutant fits --only ${values.only ?? '.*'} --share ${values.share}`);
  const server = await learnServer(url);
  const named = values.only ? checks.filter((check) => mutants.some(({ kills }) => kills.includes(check))) : checks;
  const baseline = values['no-baseline'] ? [] : await runBaseline(server, named, values.restart);
  const verdicts = await runMutants(server, mutants, values.restart);
  console.log(`\n${table(verdicts)}\n`);
  const survivors = verdicts.filter(({ result }) => result.outcome === 'failed');
  if (survivors.length > 0) console.log(`Failed:\n${table(survivors)}\n`);
  const unbroken = values.only ? [] : checks.filter((check) => !every.some(({ kills }) => kills.includes(check)));
  for (const { topic, name } of unbroken) console.log(`FAIL  no mutant breaks the check "${topic}: ${name}"`);
  const counts = tally([...baseline, ...verdicts.map(({ result }) => result)]);
  counts.failed += unbroken.length;
  // The baseline counts by its failures alone: its passes are no mutants.
  counts.passed -= tally(baseline).passed;
  counts.skipped -= tally(baseline).skipped;
  console.log(closingLine(counts));
  return counts.failed ? 1 : 0;
}

/** @template T @param {T[]} list @param {string} share `2/3`: the second of each three @returns {T[]} */
export function shareOf(list, share) {
  const [, from, step] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(share)?.map(Number) ?? [];
  if (!(from <= step)) throw new Error(`--share ${share} is no share: 1/2 and 2/2 are all`);
  return list.filter((_, i) => i % step === from - 1);
}

/** @typedef {import('../suite/allMutants.js').NamedMutant} NamedMutant */
/** @typedef {{mutant: NamedMutant, result: import('../suite/runner.js').Result, seen: number, survived: string[], skipped: string[]}} Verdict */

/** @param {import('../suite/server.js').Server} server @param {import('../suite/check.js').Check[]} checks @param {string} [restart] */
async function runBaseline(server, checks, restart) {
  const proxy = await startProxy(server);
  const results = await runChecks(await learnServer(proxy.url), checks, { restart: restarter(restart, proxy.url) });
  proxy.close();
  const { passed, failed, skipped } = tally(results);
  console.log(`Nothing broken: ${closingLine({ passed, failed, skipped })}`);
  for (const result of results) if (result.outcome === 'failed') console.log(resultLine(result));
  return results;
}

/** @param {import('../suite/server.js').Server} server @param {NamedMutant[]} mutants @param {string} [restart] @returns {Promise<Verdict[]>} */
async function runMutants(server, mutants, restart) {
  /** @type {Map<NamedMutant, import('../suite/runner.js').Result[]>} */
  const seen = new Map(mutants.map((mutant) => [mutant, []]));
  for (const { company, width, settleMs } of companies) {
    const trials = mutants.flatMap((mutant) =>
      mutant.kills.filter((check) => check.company === company).map((check) => ({ mutant, check })),
    );
    if (trials.length && settleMs) await pause(settleMs);
    // Most of them wait for what a mutant has swallowed, so more find room than in a run of all checks.
    await inPools(trials, Math.floor(width * 1.5), async ({ mutant, check }) => {
      seen.get(mutant)?.push(await tryCheck(server, mutant, check, restart));
    });
  }
  return mutants.map((mutant) => verdictOf(mutant, seen.get(mutant) ?? []));
}

/** One check against one mutant, on a proxy of its own. @param {import('../suite/server.js').Server} server @param {NamedMutant} mutant @param {import('../suite/check.js').Check} check @param {string} [restart] @returns {Promise<import('../suite/runner.js').Result>} */
async function tryCheck(server, mutant, check, restart) {
  const proxy = await startProxy(server, mutant);
  const again = restarter(restart, server.url.href);
  /** @type {Promise<void>} */
  let restarted = Promise.resolve();
  const restartBehind =
    again &&
    (() => {
      proxy.memory.restarting = true;
      restarted = again().then(() => void Object.assign(proxy.memory, { restarting: false, restarted: true }));
      return restarted;
    });
  // A mutant may break what tells whether there are lab calls.
  const broken = { ...(await learnServer(proxy.url)), hasLabCalls: server.hasLabCalls };
  const result = await runCheck(broken, check, restartBehind);
  // A check may have seen enough while the server restarts: the next one needs it whole. A restart that fails is no mutant's doing.
  const fault = await restarted.then(
    () => undefined,
    (error) => error,
  );
  proxy.close();
  if (!fault) return result;
  console.error(`while "${check.name}" saw the server that ${mutant.name}: ${fault.message}`);
  return { ...result, outcome: 'passed' };
}

/** @param {NamedMutant} mutant @param {import('../suite/runner.js').Result[]} results @returns {Verdict} */
export function verdictOf(mutant, results) {
  const [survived, failed, skipped] = ['passed', 'failed', 'skipped'].map((wanted) =>
    results.filter(({ outcome }) => outcome === wanted).map(({ name }) => name),
  );
  const seen = failed.length;
  const outcome = survived.length ? 'failed' : seen ? 'passed' : 'skipped';
  const ms = Math.max(0, ...results.map((result) => result.ms));
  return { mutant, seen, survived, skipped, result: { name: mutant.name, topic: mutant.topic, outcome, ms } };
}

/** @param {Verdict[]} verdicts */
export function table(verdicts) {
  const words = { passed: 'killed', failed: 'SURVIVED', skipped: 'skipped' };
  const beneath = ' '.repeat(17);
  const rows = verdicts.map(({ mutant, result, seen, survived, skipped }) => {
    const row = `${words[result.outcome].padEnd(9)} ${`${seen}/${mutant.kills.length}`.padStart(5)}  ${mutant.topic}: ${mutant.name}`;
    const unseen = survived.map((name) => `${beneath}not seen by "${name}"`);
    return [row, ...unseen, ...skipped.map((name) => `${beneath}skipped: "${name}"`)].join('\n');
  });
  return ['verdict   seen   the server that ...', ...rows].join('\n');
}

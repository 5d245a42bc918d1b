import { agentAddresses } from '../agents/addresses.js';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { formOf } from '../record/kinds.js';
import { RunPrinter } from '../report/runPrinter.js';
import { saveRecord } from '../record/recordFiles.js';
import { failedVerdicts } from '../record/verdict.js';
import { isAlwaysFresh, readTarget, TARGET_NAMES } from '../server/targets.js';
import { runJob } from './runJob.js';
import { DRIVER_OPTIONS, DRIVERS } from './drivers.js';
import { jobsOf, readWorkload, shuffled, suitsArtillery, WORKLOAD_NAMES } from './workloads.js';

const COMMAND = {
  usage: `load/run WORKLOAD --target T[,BASELINE...] [--url URL]

${WORKLOAD_NAMES.map((name) => `  ${name.padEnd(16)} ${readWorkload(name).about}`).join('\n')}

With several targets they take turns in one run, and the first is shown as a multiple of each other.`,
  options: {
    '--target T': TARGET_NAMES.join(', '),
    '--url URL': 'any server of the contract; for HTTP, ab and wrk any address',
    '--users N': "instead of the workload's",
    '--ladder': 'its levels of users, one after the other',
    '--rate R': 'messages/s of each user in messages and the like, of all together in fanout; requests/s in http',
    '--seconds S': "instead of the workload's; --warm-up and --repetitions too",
    '--warm-up S|0': 'of the same load before, which do not count',
    '--repetitions N': 'of each level, or runs of each fault',
    '--client C': 'of a chat: raw, or artillery, which runs load/chat.yml (raw)',
    '--agents H,H': 'the client on these load hosts',
    '--instance NAME': 'the installation of infra/up that a chat belongs to (dev); its infra/seed sessions are used',
    '--fresh': 'each run at a chat of its own, on a database server',
    '--embedded': 'on its embedded store',
    '--no-store': 'do not read the store at the end',
    '--save FOLDER': 'a record of each run (load/src/record/schema.json), for load/report',
  },
  exitCodes: '0 done; 1 messages lost, doubled or out of order, or requests without a 2xx; 2 wrong usage or no server.',
  words: 1,
};

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [name]) {
  if (name === undefined) throw new WrongUsage();
  const workload = readWorkload(name);
  if (!(values.target ?? values.url))
    throw new WrongUsage(`Which server? --target of ${TARGET_NAMES.join(', ')}; or --url of another.`);
  const { url, instance, embedded, client, users, rate, seconds, repetitions } = values;
  const targets = values.target?.split(',') ?? [undefined];
  const levels = values.ladder ? workload.ladder : users && [users];
  if (values.ladder && users) throw new WrongUsage('--ladder and --users exclude each other.');
  if (values.ladder && !levels) throw new WrongUsage(`--ladder: ${name} has no levels.`);
  const agents = values.agents && agentAddresses(values.agents);
  const fresh = values.fresh || (workload.fresh === true && instance === undefined && url === undefined);
  const refused = refusal({ ...values, agents, fresh }, workload, targets);
  if (refused) throw new WrongUsage(refused);
  const jobs = jobsOf(name, {
    levels,
    rate,
    seconds,
    repetitions,
    warmUp: values['warm-up'],
    client,
    agents,
    store: !values['no-store'],
    command: typedCommand('load/run'),
  });
  const which = { url, instance, embedded, fresh };
  const printer = new RunPrinter(formOf(jobs[0].kind));
  const records = [];
  for (const job of values.ladder ? shuffled(jobs) : jobs) {
    for (const target of targets) {
      console.error(`${target ?? url}: ${job.users} users, ${job.seconds} s, repetition ${job.repetition} ...`);
      for (const record of await runJob({ ...which, target }, job, console.error)) {
        records.push(record);
        printer.row(record);
        if (values.save) saveRecord(values.save, record);
      }
    }
  }
  if (!DRIVERS[workload.driver].faults) printer.ratios(records);
  return records.every((record) => failedVerdicts(record).length === 0) ? 0 : 1;
}

/**
 * @param {Record<string, any>} values as typed @param {import('./workloads.js').Workload} workload
 * @param {Array<string | undefined>} targets
 * @returns {string | false} why these exclude each other: no option is ignored without a word
 */
function refusal(values, workload, targets) {
  const { driver, phases, contract } = workload;
  const known = targets.flatMap((name) => (name === undefined ? [] : readTarget(name)));
  const typed = (/** @type {string[]} */ ...names) => names.find((name) => values[name] !== undefined);
  const notTaken = typed(...DRIVER_OPTIONS.filter((name) => !DRIVERS[driver].takes.includes(name)));
  if (notTaken) return `--${notTaken} is not for the driver ${driver}, which this workload names.`;
  if (
    contract &&
    driver === 'http' &&
    known.some(({ messages, fronts = [] }) => messages && !messages.parts.some((part) => fronts.includes(part)))
  )
    return 'The workers of this server answer its HTTP calls: use --target laravel-workers.';
  if (phases && typed('warm-up')) return '--warm-up is for a workload of one rate.';
  if (values.agents?.some((/** @type {{local: boolean}} */ { local }) => !local) && !values.url)
    return '--agents: other hosts cannot reach a server on 127.0.0.1. Name one that they reach: --url URL.';
  if (values.url && (targets.length > 1 || known.some((target) => target.start || isAlwaysFresh(target))))
    return '--url takes one target, and none that is started for the run.';
  if (typed('instance') && known.length > 0 && known.every((target) => target.start || isAlwaysFresh(target)))
    return '--instance is for targets that run already.';
  if (values.fresh && typed('url', 'instance')) return '--fresh and --url or --instance exclude each other.';
  if (values.embedded && !values.fresh && !known.some(isAlwaysFresh)) return '--embedded needs --fresh.';
  if (!['raw', 'artillery', undefined].includes(values.client)) return '--client takes raw or artillery.';
  if (values.client === 'artillery' && (!suitsArtillery(workload) || typed('warm-up')))
    return '--client artillery runs load/chat.yml: messages, faults, steady and the like, without --warm-up.';
  return false;
}

await runCommand(COMMAND, main);

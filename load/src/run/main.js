import { shuffle } from 'simple-statistics';
import { agentAddresses } from '../agents/addresses.js';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { formOf } from '../record/kinds.js';
import { RunPrinter } from '../report/runPrinter.js';
import { saveRecord } from '../record/recordFiles.js';
import { failedVerdicts } from '../record/verdict.js';
import { ServerFailure } from '../server/contractClient.js';
import { TARGET_NAMES } from '../server/targets.js';
import { refusalOf } from './refusals.js';
import { runJob } from './runJob.js';
import { jobsOf, rateUnit, readWorkload, WORKLOAD_NAMES } from './workloads.js';

/** @param {string} name of a workload @returns {string} its line of the help */
function workloadLine(name) {
  const workload = readWorkload(name);
  const unit = rateUnit(workload);
  return `  ${name.padEnd(16)} ${workload.about}${unit && ` --rate: ${unit}.`}`;
}

const COMMAND = {
  usage: `load/run WORKLOAD --target T[,BASELINE...] [--url URL]

${WORKLOAD_NAMES.map(workloadLine).join('\n')}

With several targets they take turns in one run, and the first is shown as a multiple of each other.`,
  options: {
    '--target T': TARGET_NAMES.join(', '),
    '--url URL': 'any server of the contract; for HTTP, ab and wrk any address',
    '--users N': "instead of the workload's",
    '--ladder': 'its levels of users, one after the other',
    '--rate R': 'messages or requests a second, as the list says',
    '--seconds S': "instead of the workload's; --warm-up and --repetitions too",
    '--warm-up S|0': 'of the same load before, which do not count',
    '--repetitions N': 'of each level, or runs of each fault',
    '--client C': 'of a chat: raw, or artillery, which runs load/chat.yml (raw)',
    '--slo B,...': "capacity's bounds: p50, p95, p99 of acks, or delivery.p95 ...; lost; errors, in %",
    '--most N': 'users at whom the search of capacity ends',
    '--agents H,H': 'the client on these load hosts',
    '--instance NAME': 'the instance of infra/up that a chat belongs to (dev); its infra/seed sessions are used',
    '--fresh': 'each run at a chat of its own, on a database server',
    '--embedded': 'on its embedded store',
    '--no-store': 'do not read the store at the end',
    '--save FOLDER': 'a record of each run (load/src/record/schema.json), for load/report',
  },
  exitCodes: `0 done; 1 messages lost, doubled or out of order, requests without a 2xx, or a run that could not be made;
2 wrong usage or no server.`,
  words: 1,
};

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [name]) {
  if (name === undefined) throw new WrongUsage();
  const workload = readWorkload(name);
  const { url, instance, embedded, ladder, users, rate, seconds, repetitions, client, save } = values;
  const targets = values.target?.split(',') ?? [undefined];
  const agents = values.agents && agentAddresses(values.agents);
  const isFresh = values.fresh || (workload.fresh === true && instance === undefined && url === undefined);
  const refused = refusalOf({ ...values, agents, fresh: isFresh }, workload);
  if (refused) throw new WrongUsage(refused);
  const jobs = jobsOf(name, {
    levels: ladder ? workload.ladder : users && [users],
    rate,
    seconds,
    repetitions,
    warmUp: values['warm-up'],
    slo: values.slo,
    mostUsers: values.most,
    client,
    agents,
    store: !values['no-store'],
    command: typedCommand('load/run'),
  });
  const printer = new RunPrinter(formOf(jobs[0].kind));
  const records = [];
  let failures = 0;
  // Levels are shuffled, so that a drift of the machine falls on all alike.
  for (const job of ladder ? shuffle(jobs) : jobs) {
    for (const target of targets) {
      console.error(`${target ?? url}: ${job.users} users, ${job.seconds} s, repetition ${job.repetition} ...`);
      try {
        for (const record of await runJob({ target, url, instance, fresh: isFresh, embedded }, job, console.error)) {
          records.push(record);
          printer.row(record);
          if (save) saveRecord(save, record);
        }
      } catch (error) {
        // A server may not bear the higher levels of a ladder.
        if (records.length === 0 && !(ladder && error instanceof ServerFailure)) throw error;
        failures++;
        console.error(`Not measured: ${/** @type {Error} */ (error).message}`);
      }
    }
  }
  // Runs with injected faults compare no servers.
  if (workload.kind !== 'faults') printer.ratios(records, String(targets[0]));
  return failures === 0 && records.every((record) => failedVerdicts(record).length === 0) ? 0 : 1;
}

await runCommand(COMMAND, main);

import path from 'node:path';
import { agentAddresses } from '../agents/addresses.js';
import { positiveNumber, runCommand, secondsOrNone, typedCommand, WrongUsage } from '../commandLine.js';
import { RunPrinter } from '../record/printRuns.js';
import { recordFile } from '../record/recordFile.js';
import { saveRecord } from '../record/saveRecord.js';
import { failedVerdicts } from '../record/verdict.js';
import { SCENARIO_NAMES } from '../scenarios/scenarios.js';
import { readTarget, TARGET_NAMES } from '../server/targets.js';
import { LEVELS, shuffled } from './levels.js';
import { measureLevel } from './measureLevel.js';

const USAGE = `load/messages --target T --users N [--rate R] [--seconds 20]
load/messages --target T --ladder
load/messages --url URL --users N

The study's message test: N users have joined, then every one of them sends and receives everything, at times fixed
beforehand.

  --target T        ${TARGET_NAMES.join(', ')}
  --ladder          the study's levels, ${LEVELS.join(', ')}
  --rate R          messages/s of each user (10, but all together 1,000 at most)
  --scenario NAME   users and rate change as a file of load/scenarios says (raw client, --rate 1 unless told otherwise)
  --warm-up S       seconds of the same load before, which do not count (3)
  --repetitions N   of each level, all in shuffled order (5)
  --client C        raw, or artillery with the engines of load/chat.yml (raw)
  --agents H1,H2    the raw client on these hosts, each with a share of the users: HOST or HOST:FOLDER over ssh,
                    local:1 for a process here (load/README.md)
  --url URL         any server of the contract; with --instance beside it, that one's parts are measured
  --instance NAME   a running instance of infra/up --load; without it each run has a fresh one of its own, on real
                    databases
  --embedded        the fresh ones on their embedded stores, where no server of the MongoDB protocol is at hand
  --offset K        ports of the fresh ones (the first that are free from 600)
  --save FOLDER     a record of each run (load/src/record/schema.json)
  --json            the records as JSON on stdout

Error % is (refused + no ack in 5 s + lost) / sent. Lost: acknowledged in time, and then not in the store or not at
every receiver.
Exit codes: 0 every message was stored, acknowledged in time and delivered once to all; 1 some were not; 2 wrong usage
or no server.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  if (!(values.target ?? values.url) || values.ladder === (values.users !== undefined)) throw new WrongUsage(USAGE);
  if (values.client !== 'raw' && values.client !== 'artillery') throw new WrongUsage(USAGE);
  const agents = values.agents === undefined ? undefined : agentAddresses(values.agents);
  if (values.scenario !== undefined && !SCENARIO_NAMES.includes(values.scenario))
    throw new WrongUsage(`--scenario: ${SCENARIO_NAMES.join(', ')}.`);
  if (values.scenario !== undefined && (agents || values.client !== 'raw'))
    throw new WrongUsage('--scenario is for the raw client in this process: leave --agents and --client out.');
  if (agents && values.client !== 'raw')
    throw new WrongUsage('--agents are hosts of the raw client: leave --client out.');
  if (agents?.some(({ local }) => !local) && values.url === undefined) {
    throw new WrongUsage(
      '--agents: other hosts do not reach a server on 127.0.0.1. Name one that they reach by --url URL.',
    );
  }
  const levels = values.ladder ? LEVELS : [positiveNumber('users', values.users, { whole: true })];
  const seconds = positiveNumber('seconds', values.seconds);
  const repetitions = positiveNumber('repetitions', values.repetitions, { whole: true });
  const { target, url, instance, embedded, client, scenario } = values;
  if (client === 'artillery' && (!target || readTarget(target).send !== 'socket' || !readTarget(target).chat))
    throw new WrongUsage('--client artillery runs load/chat.yml: --target node or laravel.');
  const plan = {
    which: {
      ...{ target, url, instance, embedded, fresh: instance === undefined && url === undefined },
      ...(values.offset && { offset: positiveNumber('offset', values.offset, { whole: true }) }),
    },
    command: typedCommand('load/messages'),
    ...{ seconds, client, scenario, agents },
    warmUp: secondsOrNone('warm-up', values['warm-up']),
    ...((values.rate ?? scenario) && { rate: positiveNumber('rate', values.rate ?? '1') }),
  };
  const jobs = levels.flatMap((users) =>
    Array.from({ length: repetitions }, (_, place) => ({ users, repetition: place + 1 })),
  );
  const printer = values.json ? null : new RunPrinter('chat');
  const records = [];
  for (const job of shuffled(jobs)) {
    console.error(
      `${target ?? url}: ${job.users} users, ${seconds} s, repetition ${job.repetition} of ${repetitions} ...`,
    );
    const record = await measureLevel({ ...plan, ...job }, (line) => console.error(line));
    records.push(record);
    printer?.row(record);
    if (values.save) saveRecord(path.join(values.save, recordFile(record)), record);
  }
  if (values.json) console.log(JSON.stringify(records, null, 2));
  return records.every((record) => failedVerdicts(record).length === 0) ? 0 : 1;
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    users: { type: 'string' },
    rate: { type: 'string' },
    scenario: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '3' },
    repetitions: { type: 'string', default: '5' },
    ladder: { type: 'boolean', default: false },
    client: { type: 'string', default: 'raw' },
    agents: { type: 'string' },
    url: { type: 'string' },
    instance: { type: 'string' },
    offset: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);

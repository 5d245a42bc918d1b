import path from 'node:path';
import { agentAddresses } from '../agents/addresses.js';
import { positiveNumber, runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { measureChat } from '../chat/measureChat.js';
import { formOf } from '../record/kinds.js';
import { RunPrinter } from '../record/printRuns.js';
import { recordFile } from '../record/recordFile.js';
import { saveRecord } from '../record/saveRecord.js';
import { failedVerdicts } from '../record/verdict.js';
import { openServer } from '../server/openServer.js';
import { TARGET_NAMES } from '../server/targets.js';

const USAGE = `load/bench fanout|connections --target T[,BASELINE...] [--url URL]

  fanout       every message to every receiver   --receivers 500 --rate 200 --seconds 10
               as much as it delivers            --in-flight 1000
  connections  what a joined user costs          --receivers 1000 --seconds 3

With several targets they take turns in one run, and the first is shown as a multiple of each other.

  --target T       ${TARGET_NAMES.join(', ')}
  --url URL        any server of the contract
  --repetitions N  of each (1)
  --instance NAME  the installation of infra/up that a chat belongs to (dev); its infra/seed sessions are used
  --fresh          a chat of its own for this command, on a database server, or --embedded; --offset K for its ports
  --pid P,P        the server's processes, where neither installation nor port tells
  --no-store       do not read the store at the end
  --agents H,H     the receivers on these load hosts
  --save FOLDER    a record of each run (load/src/record/schema.json), for load/report
  --json           the records as JSON on stdout

Exit codes: 0 done; 1 messages lost, doubled or out of order, or clients that failed; 2 wrong usage or no server.`;

// A sender stands for people: no single connection sends more than this.
const MESSAGES_PER_SENDER = 50;
// Presence is gathered over 0.1 ms a user, and garbage of the joining has time to go.
const SETTLE_MS = 3000;

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [kind]) {
  if ((kind !== 'fanout' && kind !== 'connections') || !(values.target ?? values.url)) throw new WrongUsage(USAGE);
  const number = (/** @type {string} */ name, /** @type {string} */ usual, whole = true) =>
    positiveNumber(name, values[name] ?? usual, { whole });
  const plan = kind === 'fanout' ? fanout(values, number) : { users: number('receivers', '1000'), seconds: number('seconds', '3', false), settleMs: SETTLE_MS, rate: 0 }; // prettier-ignore
  const repetitions = number('repetitions', '1');
  const agents = values.agents ? agentAddresses(values.agents) : undefined;
  const { url, instance, fresh, embedded, pid } = values;
  const offset = values.offset ? number('offset', '') : undefined;
  const printer = values.json ? null : new RunPrinter(formOf(kind));
  const records = [];
  /** @type {import('../server/openServer.js').OpenServer[]} */
  const servers = [];
  try {
    for (const target of values.target?.split(',') ?? [undefined])
      servers.push(await openServer({ target, url, instance, fresh, embedded, offset, pid }));
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      for (const server of servers) {
        /** @type {import('../chat/measureChat.js').ChatPlan} */
        const run = {
          ...plan,
          kind,
          agents,
          repetition,
          command: typedCommand('load/bench'),
          store: !values['no-store'],
        };
        const record = /** @type {import('../record/runRecord.js').RunRecord} */ (
          await measureChat(server, run, (line) => console.error(line))
        );
        records.push(record);
        printer?.row(record);
        if (values.save) saveRecord(path.join(values.save, recordFile(record)), record);
      }
    }
  } finally {
    for (const server of servers) await server.stop();
  }
  printer?.ratios(records);
  if (values.json) console.log(JSON.stringify(records, null, 2));
  return records.every((record) => failedVerdicts(record).length === 0) ? 0 : 1;
}

/** @param {Record<string, any>} values @param {(name: string, usual: string, whole?: boolean) => number} number of an option */
function fanout(values, number) {
  const users = number('receivers', '500');
  const seconds = number('seconds', '10', false);
  if (values['in-flight']) return { users, seconds, inFlight: number('in-flight', '') };
  const rate = number('rate', '200', false);
  return { users, seconds, rate, senders: Math.max(1, Math.ceil(rate / MESSAGES_PER_SENDER)) };
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    url: { type: 'string' },
    instance: { type: 'string', default: 'dev' },
    fresh: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    offset: { type: 'string' },
    pid: { type: 'string' },
    receivers: { type: 'string' },
    rate: { type: 'string' },
    'in-flight': { type: 'string' },
    seconds: { type: 'string' },
    repetitions: { type: 'string' },
    agents: { type: 'string' },
    'no-store': { type: 'boolean', default: false },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
  { words: 1 },
);

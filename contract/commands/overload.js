import { allEntries } from '../attacks/allEntries.js';
import { chooseEntries } from '../attacks/chooseEntries.js';
import { overload } from '../crowd/overload.js';
import { planted } from '../crowd/planted.js';
import { saveReport } from '../crowd/saveReport.js';
import { byAttack, soak, soakVerdicts } from '../crowd/soak.js';
import { table } from '../crowd/table.js';
import { closingLine, resultLine, tally } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/overload URL [--long] [--only REGEX] [--pid PID]... [--people N] [--rate N] [--planted] [--list]
       contract/overload URL --minutes N [--seed S] ...

Attacks what a running server has (its processor, its memory, its descriptors, its workers), one attack after the other,
beside a crowd who chat. Nobody of the crowd may lose a delivery, get one twice or out of order, wait over 1 s for an
ack, be missing from GET /online or be kept out; the server's memory comes back.

  --long         the attacks in full, with a minute each for memory to come back, and a strict bound: 1 s, on a machine
                 that has nothing else to do. Without it they are small, and an ack may take 3 s, or 20 times what it
                 takes while nobody attacks: machines are busy. The time in which others kept the processes of --pid
                 from a processor is not counted as theirs. An attack that leaves memory larger is run again, three
                 times in all (", again" in the table): a leak grows each time
  --only REGEX   only the entries whose topic or name fits
  --pid PID      a process of the server whose resident memory is watched, and how long it, its threads and children wait
                 for a processor; may be given more than once
  --people N     the crowd (50)
  --rate N       their messages a second in all (15)
  --planted      shows at the end that the crowd notices: a proxy drops and doubles a delivery and hides somebody from
                 the list, and the processes named by --pid are stopped for a moment
  --minutes N    all of them in random order for so long, beside one crowd: a line a minute, at the end one an attack. Judged
                 is that nothing was lost, refused or wrong, and that memory is where it was when the server was warm; how
                 long acks took is told, beside how late a thread was that does nothing (control): that is the machine's doing.
                 What was refused as too late while others had the processor is told alike. Ctrl-C ends it early
  --seed S       makes that order (1)
  --save FILE    writes the table as Markdown too, with command, commit, machine and date
  --list         print the names and stop

Exit code: 0 nobody suffered, 1 somebody did, 2 there was nothing to attack.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(
    args,
    USAGE,
    {
      long: { type: 'boolean' },
      only: { type: 'string' },
      pid: { type: 'string', multiple: true },
      people: { type: 'string', default: '50' },
      rate: { type: 'string', default: '15' },
      planted: { type: 'boolean' },
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      save: { type: 'string' },
      list: { type: 'boolean' },
    },
    ({ list }, given) => list || given !== undefined,
  );
  if (code !== undefined) return code;
  const chosen = chooseEntries(await allEntries('overload'), values.only);
  if (values.list) {
    chosen.print();
    return 0;
  }
  const server = await learnServer(url);
  const mine = chosen.of(server.config.wire);
  const [size, rate, minutes, seed] = numbersOf(values, ['people', 'rate', 'minutes', 'seed']);
  const pids = (values.pid ?? []).map(Number);
  const options = { size, rate, pids, long: Boolean(values.long) };
  const title = server.config.title;
  /** @param {import('../crowd/table.js').Row[]} rows @param {string[]} said */
  const save = (rows, said) => values.save && saveReport(values.save, args, title, { rows, said });
  if (minutes > 0) {
    const { outcomes, ranMinutes } = await soak(server, mine, { ...options, minutes, seed });
    return soaked(outcomes, soakVerdicts(outcomes, { ranMinutes, minutes }), save);
  }
  const { quiet, outcomes } = await overload(server, mine, options);
  const attacks = outcomes.flatMap(({ entry: { topic, name }, phases }) =>
    phases.map((phase, run) => ({ name: `${topic}: ${name}${run > 0 ? ', again' : ''}`, phase })),
  );
  const rows = [{ name: 'nobody attacks', phase: quiet }, ...attacks];
  console.log(`\n${table(rows)}\n`);
  const plants = values.planted ? await planted(server, options) : [];
  for (const result of plants) console.log(resultLine(result));
  const counts = tally([...outcomes.map(({ result }) => result), ...plants]);
  console.log(closingLine(counts));
  const failed = outcomes.filter(({ result }) => result.outcome === 'failed');
  save(rows, [
    closingLine(counts),
    ...failed.map(({ result: { name, why } }) => `${name}: ${why?.replace(/\n/g, '; ')}`),
  ]);
  return counts.failed ? 1 : 0;
}

/**
 * @param {import('../crowd/overload.js').Outcome[]} outcomes @param {import('../crowd/soak.js').Verdict[]} verdicts
 * @param {(rows: import('../crowd/table.js').Row[], said: string[]) => void} save @returns {number} the exit code
 */
function soaked(outcomes, verdicts, save) {
  const rows = byAttack(outcomes);
  console.log(`\n${table(rows)}\n`);
  save(
    rows,
    verdicts.map(({ said, held }) => `${held ? 'held' : 'not held'}: ${said}`),
  );
  for (const { said, held } of verdicts) console.log(`${held ? 'ok  ' : 'FAIL'}  ${said}`);
  const failed = verdicts.filter(({ held }) => !held).length;
  console.log(closingLine({ passed: verdicts.length - failed, failed }));
  return failed ? 1 : 0;
}

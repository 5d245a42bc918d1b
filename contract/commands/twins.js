import { again, compare } from '../comparing/compare.js';
import { Mix } from '../comparing/mix.js';
import { callsIn, Pair } from '../comparing/pair.js';
import { Progress } from '../comparing/progress.js';
import { tell } from '../comparing/tell.js';
import { closingLine } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/twins URL URL [--requests N | --seconds N] [--seed S]
       contract/twins URL URL --again 'JSON'

Sends the same generated calls, in the same order, to two running servers: methods, paths, queries, headers, bodies, what is no
HTTP, logins and logouts, messages and their repeats by socket and by POST. Whatever differs in status, code, field, header,
acknowledgement, in what each socket is told or in who is online at the end, and is not named by the contract, fails; each kind
is shown once, in its smallest form, as commands to type and as JSON for --again. What a socket sends is a call each.

  --requests N  how many calls each server gets (20000; a million is the longer run)
  --seconds N   goes on so long, in place of a number of calls
  --seed S      a whole number (1): the same seed makes the same calls
  --again JSON  does one episode again, as it was printed

Exit code: 0 none differed, 1 some did, 2 there was nothing to compare.`;

const REQUESTS = 20_000;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, urls, code } = readCommandLine(
    args,
    USAGE,
    {
      requests: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      again: { type: 'string' },
    },
    (_, __, given) => given.length === 2,
  );
  if (code !== undefined) return code;
  const [seed] = numbersOf(values, ['seed']);
  const [seconds] = values.seconds ? numbersOf(values, ['seconds']) : [undefined];
  const [requests] = values.requests ? numbersOf(values, ['requests']) : [seconds ? Infinity : REQUESTS];
  const [one, other] = await Promise.all(urls.map(learnServer));
  const pair = new Pair(one, other);
  if (values.again) return doAgain(pair, JSON.parse(values.again));
  const start = performance.now();
  const mix = new Mix();
  const progress = new Progress({ requests, seconds, say: console.log });
  let calls = 0;
  const found = await compare(pair, {
    requests,
    seconds,
    seed,
    onFound: (each) => console.log(`${tell(pair, each)}\n`),
    onTaken: (episodes) => {
      for (const steps of episodes) {
        mix.add(steps);
        calls += callsIn(steps);
      }
      progress.reach(calls);
    },
  });
  const took = (performance.now() - start) / 1000;
  console.log(`${calls} calls of seed ${seed} to each in ${took.toFixed(1)} s: ${mix}`);
  console.log(closingLine({ passed: found.length ? 0 : 1, failed: found.length }));
  return found.length ? 1 : 0;
}

/** @param {Pair} pair @param {import('../comparing/call.js').Step[]} steps */
async function doAgain(pair, steps) {
  await pair.begin();
  const found = await again(pair, steps, true);
  for (const { kind, differences } of found)
    console.log(`${tell(pair, { steps, kind, differences, times: 1, repeats: true })}\n`);
  console.log(closingLine({ passed: found.length ? 0 : 1, failed: found.length }));
  return found.length ? 1 : 0;
}

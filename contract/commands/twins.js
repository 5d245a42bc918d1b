import { again, compare } from '../comparing/compare.js';
import { Pair } from '../comparing/pair.js';
import { tell } from '../comparing/tell.js';
import { closingLine } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/twins URL URL [--requests N] [--seed S]
       contract/twins URL URL --again 'JSON'

Sends the same generated calls, in the same order, to two running servers: methods, paths, queries, headers, bodies, what is no
HTTP, logins and logouts, messages and their repeats. Whatever differs in status, code, field, header or effect, and is not
named by the contract, fails; each kind is shown once, in its smallest form, as commands to type and as JSON for --again.

  --requests N  how many calls each server gets (20000; a million is the longer run)
  --seed S      a whole number (1): the same seed makes the same calls
  --again JSON  does one episode again, as it was printed

Exit code: 0 none differed, 1 some did, 2 there was nothing to compare.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, urls, code } = readCommandLine(
    args,
    USAGE,
    {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      again: { type: 'string' },
    },
    (_, __, given) => given.length === 2,
  );
  if (code !== undefined) return code;
  const [requests, seed] = numbersOf(values, ['requests', 'seed']);
  const [one, other] = await Promise.all(urls.map(learnServer));
  const pair = new Pair(one, other);
  if (values.again) return doAgain(pair, JSON.parse(values.again));
  const start = performance.now();
  const found = await compare(pair, {
    requests,
    seed,
    onFound: (each) => console.log(`${tell(pair, each)}\n`),
    onProgress: (calls) => {
      if (process.stdout.isTTY) console.log(`${calls} calls`);
    },
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${pair.calls} calls of seed ${seed} to each in ${seconds.toFixed(1)} s`);
  console.log(closingLine({ passed: found.length ? 0 : 1, failed: found.length }));
  return found.length ? 1 : 0;
}

/** @param {Pair} pair @param {import('../comparing/call.js').Step[]} steps */
async function doAgain(pair, steps) {
  await pair.begin();
  const found = await again(pair, steps);
  for (const { kind, differences } of found)
    console.log(`${tell(pair, { steps, kind, differences, times: 1, repeats: true })}\n`);
  console.log(closingLine({ passed: found.length ? 0 : 1, failed: found.length }));
  return found.length ? 1 : 0;
}

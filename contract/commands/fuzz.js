import { fuzz } from '../fuzzing/fuzz.js';
import { growthVerdict, MB } from '../suite/memory.js';
import { closingLine } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/fuzz URL [--frames N] [--seed S] [--connections N] [--pid PID] [--growth MB]

Sends a running server mangled frames out of a seeded source while two people chat beside it: they must lose
nothing, and /health must be ok at the end. The same seed makes the same frames.

  --frames N       how many (20000; a million is the longer check)
  --seed S         a whole number (1)
  --connections N  side by side (16)
  --pid PID        the server's process: its resident memory after a tenth of the frames and at the end is told,
  --growth MB      and may have grown by that much at most (64)

Exit code: 0 all held, 1 not, 2 there was nothing to fuzz.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(args, USAGE, {
    frames: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    pid: { type: 'string' },
    growth: { type: 'string', default: '64' },
  });
  if (code !== undefined) return code;
  const [frames, seed, connections, growth] = numbersOf(values, ['frames', 'seed', 'connections', 'growth']);
  const server = await learnServer(url);
  const pid = values.pid ? Number(values.pid) : undefined;
  const result = await fuzz(server, {
    frames,
    seed,
    connections,
    pid,
    onProgress: ({ sent, opened, rss }) =>
      console.log(`${sent} frames, ${opened} connections${rss ? `, ${Math.round(rss / MB)} MB resident` : ''}`),
  });
  const { sent, opened, seconds, complaints, warmRss, endRss } = result;
  console.log(`${sent} frames of seed ${seed} on ${opened} connections in ${seconds.toFixed(1)} s`);
  const verdicts = [{ said: 'the people beside lost nothing and /health is ok', held: complaints.length === 0 }];
  if (pid) verdicts.push(growthVerdict(pid, { from: warmRss, to: endRss, growth }));
  for (const { said, held } of verdicts) console.log(`${held ? 'ok  ' : 'FAIL'}  ${said}`);
  for (const complaint of complaints) console.log(`        ${complaint.slice(0, 400)}`);
  const failed = verdicts.filter(({ held }) => !held).length;
  console.log(closingLine({ passed: verdicts.length - failed, failed }));
  return failed ? 1 : 0;
}

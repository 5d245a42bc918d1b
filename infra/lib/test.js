import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { count } from './counts.js';
import { freeOffset } from './free-offset.js';
import { instance, loopback, root } from './instance.js';
import { fail, readOptions } from './options.js';
import { steps } from './steps.js';

const usage = `infra/test [PART ...]
Runs all tests, or those of the named parts, on servers of its own. The last line sums them: N passed, N failed.`;
const { positionals } = readOptions(usage, {});

const it = instance('test', {
  host: loopback,
  offset: freeOffset(Number(process.env.CHAT_TEST_OFFSET ?? 900)),
  only: null,
  real: false,
  load: false,
});
const all = steps(it);
const known = [...new Set(all.map((step) => step.part))];
const unknown = positionals.find((part) => !known.includes(part));
if (unknown) fail(`There is no part ${unknown}; there are ${known.join(', ')}.`, 2);
const chosen = positionals.length === 0 ? all : all.filter((step) => positionals.includes(step.part));

const sum = { passed: 0, failed: 0, skipped: 0 };
let up = false;
for (const step of chosen) {
  if (step.servers && !up && (!step.needs || existsSync(join(root, step.needs)))) {
    const { output, status } = await run(
      ['node', 'infra/lib/up.js', '--instance', it.name, '--offset', `${it.options.offset}`, '--detach'],
      { CHAT_MAX_DEATHS: '1000', CHAT_BCRYPT_COST: '4', MONGODB_URI: '' },
      3,
    );
    up = true;
    if (status !== 0) {
      console.log(`FAILED  servers for the tests\n${output}`);
      sum.failed++;
    }
  }
  await take(step);
}
if (up) await run(['node', 'infra/lib/down.js', '--instance', it.name], {}, 1);
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

/** @param {import('./steps.js').Step} step */
async function take(step) {
  const began = Date.now();
  const here = !step.needs || existsSync(join(root, step.needs));
  const { output, status } = here
    ? await run(step.command, step.env ?? {}, step.minutes ?? 5)
    : { output: `${step.needs} is not there: nothing was tested.`, status: 1 };
  const counts = count(step.count, output, status);
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const told = [
    `${counts.passed} passed`,
    counts.failed && `${counts.failed} failed`,
    counts.skipped && `${counts.skipped} skipped`,
  ];
  console.log(
    `${counts.failed ? 'FAILED' : 'ok    '}  ${step.title.padEnd(28)} ${told.filter(Boolean).join(', ')} (${seconds} s)`,
  );
  if (counts.failed) console.log(tail(output).replace(/^/gm, '        '));
}

/** @param {string} output */
function tail(output) {
  return output.trimEnd().split('\n').slice(-60).join('\n');
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {number} minutes
 * @returns {Promise<{output: string, status: number}>}
 */
function run(command, env, minutes) {
  return new Promise((done) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    const timer = setTimeout(() => {
      output += `\nIt took longer than ${minutes} minutes and was ended.\n`;
      end();
    }, minutes * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ output: `${output}${error.message}`, status: 127 }));
    child.on('close', (status) => {
      clearTimeout(timer);
      end();
      done({ output, status: status ?? 1 });
    });
  });
}

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { plantBrake } from '../../comparison/brake.js';
import { folderName, summary } from '../../comparison/trial.js';
import { trialChapter } from '../../reports/trialChapter.js';
import { record } from '../htmlReport/record.js';

/**
 * @param {'b' | 'slower'} side @param {import('../../comparison/compareRuns.js').Says} says @param {number} size
 */
const compared = (side, says, size) => ({
  side,
  comparison: /** @type {any} */ ({
    rows: [{ metric: 'cpuMsEach', says, difference: { size, relative: true } }],
    worse: says === 'worse',
    notes: [],
  }),
});

test('a trial counts the comparisons of the same that name no difference, better ones and too few runs neither, and those that found the brake', () => {
  const trial = summary([
    compared('b', 'no clear difference', 0.01),
    compared('slower', 'worse', 0.2),
    compared('b', 'better', -0.06),
    compared('slower', 'too few runs', 0.4),
    compared('b', 'worse', 0.05),
    compared('slower', 'better', -0.3),
    compared('b', 'too few runs', 0.02),
  ]);
  assert.deepEqual([trial.same, trial.found], [1, 1]);
  assert.deepEqual(trial.rows, [
    {
      side: 'b',
      metric: 'cpuMsEach',
      said: { 'no clear difference': 1, better: 1, worse: 1, 'too few runs': 1 },
      size: 0.015,
      sizes: [-0.06, 0.05],
      relative: true,
    },
    {
      side: 'slower',
      metric: 'cpuMsEach',
      said: { worse: 1, 'too few runs': 1, better: 1 },
      size: 0.2,
      sizes: [-0.3, 0.4],
      relative: true,
    },
  ]);
  const text = trialChapter({ ...trial, pairs: 4, slower: 20, least: 5, runs: 8, users: 50, seconds: 3 });
  assert.match(text, /1 of 4 comparisons of the same said "no clear difference"; 1 of 4 with the brake said "worse"/);
  assert.match(text, /\| a brake of 20 % \| [^|]+ \| 0 \| 1 \| 1 \| 1 \| \+20\.0 % \| −30\.0 % to \+40\.0 % \|/);
});

test('a pair whose figures the load client set has no size, and takes the others theirs not away', () => {
  const untold = compared('b', 'too few runs', 0);
  untold.comparison.rows[0].difference = null;
  const rowOf = (/** @type {ReturnType<typeof compared>[]} */ ...comparisons) => {
    const { size, sizes, relative } = summary(comparisons).rows[0];
    return { size, sizes, relative };
  };
  const told = compared('b', 'no clear difference', 0.03);
  assert.deepEqual(rowOf(untold, told), { size: 0.03, sizes: [0.03, 0.03], relative: true });
  assert.deepEqual(rowOf(untold), { size: null, sizes: [], relative: true });
  const text = trialChapter({ ...summary([untold]), pairs: 1, slower: 20, least: 5, runs: 8, users: 50, seconds: 3 });
  assert.match(text, /\| 1 \| – \| – \|/);
});

test('a brake takes its share of what a process takes of the processor', (t) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'brake-'));
  t.after(() => fs.rmSync(root, { recursive: true }));
  const main = path.join(root, 'node-chat/src/main.js');
  fs.mkdirSync(path.dirname(main), { recursive: true });
  fs.writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  // A fixed amount of work in turns of the loop, and what of the processor the process had then.
  fs.writeFileSync(
    main,
    `import { createHash } from 'node:crypto';
    const before = process.cpuUsage();
    for (let turn = 0; turn < 60; turn++) {
      for (let round = 0; round < 1500; round++) createHash('sha256').update('x'.repeat(1000)).digest();
      await new Promise((resolve) => setTimeout(resolve));
    }
    const { user, system } = process.cpuUsage(before);
    console.log(user + system);`,
  );
  const taken = () => Number(execFileSync(process.execPath, [main], { encoding: 'utf8' }));
  const free = taken();
  plantBrake(root, 200);
  const braked = taken();
  assert.ok(braked > 2 * free, `${braked} of ${free}`);
});

test("a trial takes no runs of another's brake for its own", () => {
  assert.notEqual(folderName('slower', 20), folderName('slower', 27));
  assert.equal(folderName('a', 20), folderName('a', 27));
});

test('a trial whose runs lie there goes on with none, and what it prints becomes the chapter of the results', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trial-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  for (let repetition = 1; repetition <= 8; repetition++) {
    // A block's runs a second apart, forth and back.
    const sides = repetition % 2 === 1 ? ['a', 'b', 'slower'] : ['slower', 'b', 'a'];
    for (const [place, side] of sides.entries()) {
      const run = record({ repetition, users: place });
      const cpuCores = (side === 'slower' ? 0.24 : 0.2) * (1 + ((repetition * 7 + place * 3) % 10) / 1000);
      const whole = { ...run, server: { ...run.server, parts: { server: { cpuCores, rssMb: 90, pssMb: 80 } } } };
      whole.plan = { ...run.plan, users: 10, rate: 100 };
      whole.counts = { ...record({}).counts };
      const there = path.join(folder, 'pair-01', `run-0${repetition}`, folderName(/** @type {any} */ (side), 20));
      fs.mkdirSync(there, { recursive: true });
      fs.writeFileSync(path.join(there, 'run.json'), JSON.stringify(whole));
    }
  }
  const trial = (/** @type {string[]} */ ...words) => {
    const main = fileURLToPath(new URL('../../comparison/main.js', import.meta.url));
    const all = ['--trial', '1', '--target', 'node', '--runs', '8', '--save', folder, '--json', ...words];
    const options = /** @type {const} */ ({ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return JSON.parse(execFileSync(process.execPath, [main, ...all], options));
  };
  const result = trial();
  assert.deepEqual([result.same, result.found], [1, 1], JSON.stringify(result.rows));
  const text = trialChapter(result);
  assert.match(
    text,
    /\*\*1 of 1 comparisons of the same said "no clear difference"; 1 of 1 with the brake said "worse"\.\*\*/,
  );
  assert.match(text, /\| a brake of 20 % \| server CPU, ms each \| 0 \| 1 \| 0 \| 0 \| \+20\.\d % \|/);
  assert.doesNotMatch(text, /undefined|NaN/);
  const alone = trial('--metrics', 'cpuMsEach');
  assert.deepEqual([...new Set(alone.rows.map((/** @type {any} */ row) => row.metric))], ['cpuMsEach']);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readWords, shellWord } from '../src/commandLine.js';

const COMMAND = { usage: 'how', options: { '--users N': 'people', '--warm-up S|0': 's', '--fresh': 'own' }, words: 1 };

test('a command gets its words, and its options as numbers, texts or switches', () => {
  const { values, words } = readWords(['empty', '--users', '5', '--warm-up', '0', '--fresh'], COMMAND);
  assert.deepEqual([{ ...values }, words], [{ users: 5, 'warm-up': 0, fresh: true }, ['empty']]);
});

test('a surplus word and an unknown or wrong option are refused with their names', () => {
  for (const [args, what] of /** @type {Array<[string[], RegExp]>} */ ([
    [['one', 'surplus'], /surplus/],
    [['--nobody'], /--nobody/],
    [['--users', '1.5'], /--users 1\.5: expected a whole number above 0/],
    [['--users', '0'], /--users 0/],
    [['--warm-up', 'long'], /--warm-up long/],
  ]))
    assert.throws(() => readWords(args, COMMAND), what);
});

test('a shell reads the words of a command as they were typed', () => {
  const words = ['--slo', 'p95<=250ms,lost=0', "it's", 'two words', '$HOME', '', 'http://[::1]:3000/?a=1&b=2'];
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${words.map(shellWord).join(' ')}`], { encoding: 'utf8' });
  assert.deepEqual(stdout.split('\n').slice(0, -1), words);
  assert.equal(shellWord('--target=node,laravel'), '--target=node,laravel');
});

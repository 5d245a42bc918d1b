import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { withDescriptors } from '../../src/server/withDescriptors.js';

test('a command gets its limit of descriptors, hard and soft, and its arguments as they are', () => {
  const [program, ...words] = withDescriptors(['/bin/sh', '-c', 'ulimit -Sn; ulimit -Hn; echo "$1"', '-', 'a  b'], 300);
  assert.equal(execFileSync(program, words, { encoding: 'utf8' }), '300\n300\na  b\n');
  assert.deepEqual(withDescriptors(['php', '-v']), ['php', '-v']);
});

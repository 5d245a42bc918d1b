import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../counts.js';

test("node:test's summary is read", () => {
  const output = 'ℹ tests 7\nℹ suites 0\nℹ pass 4\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\n';
  assert.deepEqual(count('node', output, 1), { passed: 4, failed: 2, skipped: 1 });
});

test("PHPUnit's summary is read, green and red", () => {
  assert.deepEqual(count('phpunit', 'OK (12 tests, 30 assertions)\n', 0), { passed: 12, failed: 0, skipped: 0 });
  const red = 'FAILURES!\nTests: 9, Assertions: 20, Errors: 1, Failures: 2, Skipped: 3.\n';
  assert.deepEqual(count('phpunit', red, 1), { passed: 3, failed: 3, skipped: 3 });
  const skips = 'OK, but some tests were skipped!\nTests: 3, Assertions: 4, Skipped: 1.\n';
  assert.deepEqual(count('phpunit', skips, 0), { passed: 2, failed: 0, skipped: 1 });
});

test('the last closing line of our own runners counts', () => {
  const browsers = '  1 failed\n    a.test.js:1:1 › one\n  2 skipped\n  3 did not run\n  40 passed (1.2m)\n';
  assert.deepEqual(count('playwright', browsers, 1), { passed: 40, failed: 4, skipped: 2 });
  assert.deepEqual(count('closing', '1 passed, 1 failed\n5 passed, 0 failed, 2 skipped\n', 0), {
    passed: 5,
    failed: 0,
    skipped: 2,
  });
});

test('a run that ran no test has failed', () => {
  assert.deepEqual(count('node', 'ℹ tests 0\nℹ pass 0\nℹ fail 0\n', 0), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(count('closing', '', 0), { passed: 0, failed: 1, skipped: 0 });
});

test('a run that ended badly has failed, whatever it counted', () => {
  assert.deepEqual(count('closing', '5 passed, 0 failed\n', 1), { passed: 5, failed: 1, skipped: 0 });
});

test('a checker with nothing but an exit status is one test', () => {
  assert.deepEqual(count('exit', '', 0), { passed: 1, failed: 0, skipped: 0 });
  assert.deepEqual(count('exit', 'a fault', 3), { passed: 0, failed: 1, skipped: 0 });
});

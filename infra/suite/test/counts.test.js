import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../counts.js';

for (const [kind, output, status, passed, failed, skipped] of [
  ['node', 'ℹ tests 7\nℹ suites 0\nℹ pass 4\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\n', 1, 4, 2, 1],
  ['node', 'ℹ tests 0\nℹ pass 0\nℹ fail 0\n', 0, 0, 1, 0],
  ['phpunit', 'OK (12 tests, 30 assertions)\n', 0, 12, 0, 0],
  ['phpunit', 'FAILURES!\nTests: 9, Assertions: 20, Errors: 1, Failures: 2, Skipped: 3.\n', 1, 3, 3, 3],
  ['phpunit', 'OK, but some tests were skipped!\nTests: 3, Assertions: 4, Skipped: 1.\n', 0, 2, 0, 1],
  ['playwright', '  1 failed\n    a.test.js:1 › one\n  2 skipped\n  3 did not run\n  40 passed (1.2m)\n', 1, 40, 4, 2],
  ['summary', '5 passed, 0 failed, 2 skipped\n', 0, 5, 0, 2],
  ['summary', '5 passed, 0 failed\n', 1, 5, 1, 0],
  ['summary', '', 0, 0, 1, 0],
  ['exit', '', 0, 1, 0, 0],
  ['exit', 'a fault', 3, 0, 1, 0],
])
  test(`output of ${kind} with status ${status}: ${passed} passed, ${failed} failed, ${skipped} skipped`, () =>
    assert.deepEqual(count(kind, output, status), { passed, failed, skipped }));

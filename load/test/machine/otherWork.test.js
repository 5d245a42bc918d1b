import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { OtherWork, otherCores } from '../../machine/otherWork.js';

const reading = (/** @type {number} */ at, /** @type {number} */ busySeconds, /** @type {number} */ ownSeconds) => ({
  ...{ at, busySeconds, ownSeconds },
});

test('other work is what the processors did beside those that are measured', () => {
  assert.equal(otherCores(reading(0, 100, 10), reading(10_000, 108, 15)), 0.3);
  assert.equal(otherCores(reading(0, 100, 10), reading(10_000, 101, 11.1)), 0, 'never less than none');
  assert.equal(otherCores(reading(0, 0, 0), reading(1, 100, 0)), os.cpus().length, 'never more than there are');
});

test('it is read of this machine', () => {
  const cores = new OtherWork([]).stop();
  assert.ok(cores >= 0 && cores <= os.cpus().length, `${cores} cores`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '../../src/run/refusals.js';
import { readWorkload } from '../../src/run/workloads.js';

const url = 'http://127.0.0.1:9';

/** @param {string} workload @param {object} options as they were typed */
const refused = (workload, options) => String(refusalOf(options, readWorkload(workload)));

test('an option that the driver of the workload does not take is refused', () => {
  for (const [workload, driver, name] of [
    ['flood', 'ab', 'warm-up'],
    ['endpoints', 'wrk', 'rate'],
    ['faults', 'faults', 'no-store'],
    ['empty', 'http', 'client'],
  ])
    assert.equal(
      refused(workload, { url, [name]: 1 }),
      `--${name} is not for the driver ${driver}, which this workload names.`,
    );
});

test('a fraction of a second is refused for programs that take whole ones', () => {
  assert.equal(refused('flood', { url, seconds: 0.5 }), 'ab takes whole seconds.');
  assert.equal(refused('endpoints', { url, 'warm-up': 1.5 }), 'wrk takes whole seconds.');
});

test('a client of chats is refused what it cannot do', () => {
  const target = 'node';
  const client = 'artillery';
  assert.equal(refused('messages', { target, client: 'never' }), '--client takes raw or artillery.');
  assert.equal(refused('messages', { target, client, 'warm-up': 1 }), '--client artillery has no warm-up.');
  assert.equal(refused('fanout', { target, client }), '--client artillery cannot run this workload.');
  assert.match(refused('messages', { target: 'nchan', client }), /artillery does not speak the wire of this target/);
});

test('an embedded store is refused where no target has a choice of stores', () => {
  for (const options of [{ target: 'nchan', fresh: true }, { target: 'nchan,null-socketio' }])
    assert.match(
      refused('fanout', { ...options, embedded: true }),
      /^--embedded is for the chats, .*: node, laravel, /,
    );
});

test('options that exclude each other are refused', () => {
  for (const server of [{ url }, { target: 'node', instance: 'dev' }])
    assert.match(
      refused('messages', { ...server, fresh: true }),
      /^--fresh and --url or --instance exclude each other/,
    );
  assert.match(
    refused('messages', { target: 'node-unbatched', instance: 'dev' }),
    /^--instance is for targets that run/,
  );
  assert.match(refused('flood', { target: 'node', ladder: true, users: 5 }), /^--ladder and --users exclude/);
});

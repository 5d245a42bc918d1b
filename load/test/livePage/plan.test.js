import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadPlan, readPlan } from '../../livePage/server/plan.js';

const SERVERS = {
  node: 'http://127.0.0.1:3000',
  laravel: 'http://127.0.0.1:8000',
  'laravel-workers': 'http://127.0.0.1:8000',
};
const serverOf = (/** @type {string} */ name) => SERVERS[/** @type {keyof typeof SERVERS} */ (name)];
const plan = { targets: ['node', 'laravel'], scenario: 'steady', users: 50, rate: 1, seconds: 60 };

test('a plan is what was asked for, and nothing else', () => {
  assert.deepEqual(readPlan({ ...plan, folder: '/etc' }, { serverOf }), plan);
});

/** @type {Array<[string, any, string]>} */
const BAD = [
  ['no object', null, ''],
  ['no target', { ...plan, targets: [] }, 'targets'],
  ['targets that are no list', { ...plan, targets: 'node' }, 'targets'],
  ['an address in place of a target', { ...plan, targets: ['http://elsewhere.example'] }, 'targets'],
  ['a path in place of a target', { ...plan, targets: ['../../package'] }, 'targets'],
  ['one target twice', { ...plan, targets: ['node', 'node'] }, 'targets'],
  ['two targets of one server', { ...plan, targets: ['laravel', 'laravel-workers'] }, 'targets'],
  ['no such scenario', { ...plan, scenario: '../targets/node' }, 'scenario'],
  ['no users', { ...plan, users: 0 }, 'users'],
  ['half a user', { ...plan, users: 1.5 }, 'users'],
  ['a text for a number', { ...plan, users: '50' }, 'users'],
  ['too many users', { ...plan, users: 5001 }, 'users'],
  ['no rate', { ...plan, rate: null }, 'rate'],
  ['an endless run', { ...plan, seconds: 1e9 }, 'seconds'],
  ['more messages than a ledger holds', { ...plan, rate: 1000, seconds: 3600 }, 'rate'],
  ['more deliveries than an audit counts', { ...plan, users: 5000, rate: 1, seconds: 60 }, 'users'],
];
for (const [what, asked, field] of BAD) {
  test(`${what}: refused, with the field to change`, () => {
    assert.throws(
      () => readPlan(asked, { serverOf }),
      (error) => error instanceof BadPlan && error.field === field && error.message.length > 10,
    );
  });
}

test('a target that is not running is named, with what starts it', () => {
  assert.throws(() => readPlan(plan, { serverOf: () => undefined }), /node, laravel is not running.*infra\/up/);
});

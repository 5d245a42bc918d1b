import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { RunFolder } from '../../chat/runFolder.js';
import { Ledger } from '../../ledger/ledger.js';

function folder(t) {
  const at = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-load-'));
  t.after(() => fs.rmSync(at, { recursive: true }));
  return new RunFolder(at).create();
}

test('workers that share a folder never get the same place, and a full side says so', (t) => {
  const first = folder(t);
  const second = new RunFolder(first.folder);
  const taken = [first, second, first, second].map((worker) => worker.takePlace('node', 3));
  assert.deepEqual(taken, [0, 1, 2, null]);
  assert.equal(first.takePlace('laravel', 3), 0);
});

test('the ledgers of all workers of a target are one, and no other target’s', (t) => {
  const run = folder(t);
  const of = (/** @type {string} */ target, /** @type {number} */ users) =>
    Object.assign(new Ledger({ run: 'r1', target }), { users });
  run.saveLedger(of('node', 1), 1);
  run.saveLedger(of('node', 2), 2);
  run.saveLedger(of('laravel', 5), 1);
  assert.equal(run.ledger('r1', 'node').users, 3);
});

test('a target that nobody logged in to has an empty ledger', (t) => {
  const { users, run, target, messages } = folder(t).ledger('r1', 'node');
  assert.deepEqual({ users, run, target, messages }, { users: 0, run: 'r1', target: 'node', messages: {} });
});

test('the progress of the workers adds up', (t) => {
  const run = folder(t);
  run.saveProgress('node', 1, { joined: 1, sent: 2, acked: 3, delivered: 4, errors: 0 });
  run.saveProgress('node', 2, { joined: 10, sent: 20, acked: 30, delivered: 40, errors: 1 });
  assert.deepEqual(run.progress('node'), { joined: 11, sent: 22, acked: 33, delivered: 44, errors: 1 });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { keepRecords, readRecords } from '../../src/record/recordFiles.js';
import { record } from '../record.js';

/** @param {import('node:test').TestContext} t */
function newFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test('new records replace the kept ones, without their series', (t) => {
  t.mock.method(console, 'log', () => {});
  const folder = newFolder(t);
  keepRecords([record({ users: 10 }), record({ users: 20 })], folder);
  keepRecords([record({ users: 30 })], folder);
  assert.deepEqual(
    readRecords([folder]).map(({ plan, series }) => [plan.users, series]),
    [[30, []]],
  );
});

test('records with the same name are not kept, and the earlier ones stay', (t) => {
  const folder = newFolder(t);
  fs.writeFileSync(path.join(folder, 'before.json'), '{}');
  assert.throws(
    () => keepRecords([record(), record({ commit: 'def' })], folder),
    /Two records have the name messages-node/,
  );
  assert.ok(fs.existsSync(path.join(folder, 'before.json')));
});

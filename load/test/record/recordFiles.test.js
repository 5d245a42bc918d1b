import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { keepRecords, readRecords } from '../../src/record/recordFiles.js';
import { record } from '../record.js';

const REPORT = new URL('../../src/report/main.js', import.meta.url).pathname;

/** @param {import('node:test').TestContext} t */
function newFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test('records that are kept take the place of those before, without their seconds', (t) => {
  t.mock.method(console, 'log', () => {});
  const folder = newFolder(t);
  keepRecords([record({ users: 10 }), record({ users: 20 })], folder);
  keepRecords([record({ users: 30 })], folder);
  assert.deepEqual(
    readRecords([folder]).map(({ plan, series }) => [plan.users, series]),
    [[30, []]],
  );
});

test('a folder without a record is wrong usage of the report, and it says what leaves records', (t) => {
  const folder = newFolder(t);
  const { status, stderr } = spawnSync(process.execPath, [REPORT, folder, '--html', path.join(folder, 'x.html')], {
    encoding: 'utf8',
  });
  assert.match(stderr, /holds no record of a run: --save/);
  assert.equal(status, 2);
});

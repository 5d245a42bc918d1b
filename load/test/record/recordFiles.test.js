import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { shellWord } from '../../src/commandLine.js';
import { keepRecords, readRecords, saveRecord } from '../../src/record/recordFiles.js';
import { record } from '../helpers/madeUpRecord.js';
import { newFolder } from '../helpers/newFolder.js';

test('kept records are lines of a file for each workload, without their series', (t) => {
  const folder = newFolder(t);
  const steady = record();
  steady.plan.workload = 'steady';
  keepRecords([record({ users: 20 }), steady, record({ users: 10 })], folder);
  assert.deepEqual(fs.readdirSync(folder).sort(), ['messages.jsonl', 'steady.jsonl']);
  const lines = fs.readFileSync(path.join(folder, 'messages.jsonl'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ plan, series }) => [plan.users, series]),
    [
      [10, []],
      [20, []],
    ],
    'in the order of their names',
  );
});

test('the command of a kept record does not say where the record went', (t) => {
  const folder = newFolder(t);
  const save = `--save ${shellWord("my runs of today's code")}`;
  keepRecords([{ ...record(), command: `load/studies chat-study ${save} --quick --keep` }], folder);
  assert.equal(readRecords([folder])[0].command, 'load/studies chat-study --quick');
});

test('new records replace the kept ones', (t) => {
  const folder = newFolder(t);
  keepRecords([record({ users: 10 }), record({ users: 20 })], folder);
  keepRecords([record({ users: 30 })], folder);
  assert.deepEqual(
    readRecords([folder]).map(({ plan }) => plan.users),
    [30],
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

test('a saved record replaces none of another run, whatever their options', (t) => {
  const folder = newFolder(t);
  const run = record();
  const later = { ...run, startedAt: '2026-01-02T12:00:00.000Z', plan: { ...run.plan, warmUpSeconds: 0 } };
  for (const one of [run, later]) saveRecord(folder, one);
  assert.deepEqual(
    readRecords([folder]).map(({ plan }) => plan.warmUpSeconds),
    [1, 0],
  );
});

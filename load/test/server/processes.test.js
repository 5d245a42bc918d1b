import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseName } from '../../src/server/processes.js';

test('a database is named after its program, not after its protocol', () => {
  const nameOf = (/** @type {string[]} */ ...command) => databaseName(1, () => command);
  assert.equal(nameOf('/opt/ferretdb', '--handler=sqlite', '--log-level=warn'), 'FerretDB (SQLite)');
  assert.equal(nameOf('/opt/ferretdb'), 'FerretDB');
  assert.equal(nameOf('/usr/bin/mongod', '--port', '1'), 'MongoDB');
  assert.equal(nameOf('/usr/sbin/mariadbd'), 'MariaDB');
});

test('without a known database server no database is named', () => {
  assert.deepEqual([databaseName(undefined), databaseName(process.pid)], [null, null]);
});

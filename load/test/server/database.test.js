import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseName } from '../../src/server/database.js';

const parts = [
  { part: 'node', pid: 1, url: 'http://127.0.0.1:3000', state: 'healthy' },
  { part: 'nginx', pid: 4, url: 'http://127.0.0.1:8000', state: 'healthy' },
  { part: 'mongo', pid: 2, url: '', state: 'healthy' },
  { part: 'mariadb', pid: 3, url: '', state: 'healthy' },
];
const node = { name: 'node', url: 'http://127.0.0.1:3000' };
const laravel = { name: 'laravel', url: 'http://127.0.0.1:8000' };
/** @param {Record<number, string[]>} commands */
const reading = (commands) => (/** @type {number} */ pid) => commands[pid];

test('a database is named after its program, not after its protocol', () => {
  const ferretdb = reading({ 2: ['/opt/ferretdb', '--handler=sqlite', '--log-level=warn'] });
  assert.equal(databaseName(node, parts, ferretdb), 'FerretDB (SQLite)');
  assert.equal(databaseName(node, parts, reading({ 2: ['/opt/ferretdb'] })), 'FerretDB');
  assert.equal(databaseName(node, parts, reading({ 2: ['/usr/bin/mongod', '--port', '1'] })), 'MongoDB');
  assert.equal(databaseName(laravel, parts, reading({ 3: ['/usr/sbin/mariadbd'] })), 'MariaDB');
});

test('without a known database server no database is named', () => {
  assert.equal(databaseName(node, [], reading({})), null);
  assert.equal(databaseName(node, [parts[0], { ...parts[2], pid: null }], reading({})), null);
  assert.equal(databaseName(node, [parts[0], { ...parts[2], pid: process.pid }]), null);
});

test('the database of a server at another address is unknown', () => {
  const elsewhere = { name: 'node', url: 'http://127.0.0.1:3999' };
  assert.equal(databaseName(elsewhere, parts, reading({ 2: ['/usr/bin/mongod'] })), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseOf } from '../../src/server/database.js';

const parts = [
  { part: 'node', pid: 1, url: 'http://127.0.0.1:3000', state: 'healthy' },
  { part: 'laravel', pid: 4, url: 'http://127.0.0.1:8000', state: 'healthy' },
  { part: 'mongo', pid: 2, url: '', state: 'healthy' },
  { part: 'mariadb', pid: 3, url: '', state: 'healthy' },
];
const node = { name: 'node', url: 'http://127.0.0.1:3000' };
const laravel = { name: 'laravel', url: 'http://127.0.0.1:8000' };
/** @param {Record<number, string[]>} commands */
const reading = (commands) => (/** @type {number} */ pid) => commands[pid];

test('a database is called by the program that runs, not by the protocol it speaks', () => {
  const ferretdb = reading({ 2: ['/opt/ferretdb', '--handler=sqlite', '--log-level=warn'] });
  assert.equal(databaseOf(node, parts, ferretdb), 'FerretDB (SQLite)');
  assert.equal(databaseOf(node, parts, reading({ 2: ['/opt/ferretdb'] })), 'FerretDB');
  assert.equal(databaseOf(node, parts, reading({ 2: ['/usr/bin/mongod', '--port', '1'] })), 'MongoDB');
  assert.equal(databaseOf(laravel, parts, reading({ 3: ['/usr/sbin/mariadbd'] })), 'MariaDB');
});

test('where no database server is known, none is named', () => {
  assert.equal(databaseOf(node, [], reading({})), null);
  assert.equal(databaseOf(node, [parts[0], { ...parts[2], pid: null }], reading({})), null);
  assert.equal(databaseOf(node, [parts[0], { ...parts[2], pid: process.pid }]), null);
});

test('an installation says nothing of a server elsewhere', () => {
  const elsewhere = { name: 'node', url: 'http://127.0.0.1:3999' };
  assert.equal(databaseOf(elsewhere, parts, reading({ 2: ['/usr/bin/mongod'] })), null);
});

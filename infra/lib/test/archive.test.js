import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unpack } from '../backup/archive.js';
import { checkJsonLines } from '../backup/json-lines.js';
import { checkMariadb } from '../backup/mariadb.js';
import { newFile } from '../backup/new-file.js';
import { checkSqlite } from '../backup/sqlite.js';

const all = mkdtempSync(join(tmpdir(), 'chat-archive-'));
after(() => rmSync(all, { recursive: true }));
const fresh = () => mkdtempSync(join(all, 'x-'));
const known = (/** @type {string} */ store, /** @type {string} */ file) =>
  store === 'node' && /^[a-z]+\.db$/.test(file);

/**
 * @param {(folder: string) => void} plant makes the archive's files
 * @param {string[]} words for tar
 */
async function unpacked(plant, ...words) {
  const from = fresh();
  mkdirSync(join(from, 'node'));
  plant(from);
  const archive = join(fresh(), 'a.tar.gz');
  execFileSync('tar', ['-czPf', archive, '-C', from, ...(words.length > 0 ? words : ['node'])]);
  const to = fresh();
  return { to, stores: await unpack(openSync(archive, 'r'), to, known) };
}

describe('an archive', () => {
  test('gives the files of its stores, by their contents alone', async () => {
    const { to, stores } = await unpacked((from) => {
      writeFileSync(join(from, 'node/users.db'), '{}\n');
      chmodSync(join(from, 'node/users.db'), 0o4777);
    });
    assert.deepEqual(stores, ['node']);
    assert.deepEqual(readdirSync(to), ['node']);
    assert.equal(readFileSync(join(to, 'node/users.db'), 'utf8'), '{}\n');
    assert.equal(lstatSync(join(to, 'node/users.db')).mode & 0o7777, 0o600);
  });

  /** @type {[string, (folder: string) => void, RegExp, ...string[]][]} */
  const hostile = [
    ['a FIFO', (from) => execFileSync('mkfifo', [join(from, 'node/users.db')]), /users\.db is no regular file/],
    ['a link', (from) => symlinkSync('/etc/passwd', join(from, 'node/users.db')), /is no regular file/],
    ['a folder that is a link', (from) => symlinkSync('/tmp', join(from, 'sqlite')), /is no regular file/, 'sqlite'],
    [
      'a second name of a file',
      (from) => {
        writeFileSync(join(from, 'node/a.db'), 'x');
        linkSync(join(from, 'node/a.db'), join(from, 'node/b.db'));
      },
      /is no regular file/,
    ],
    ['an absolute name', () => {}, /holds \/etc\/hostname/, '/etc/hostname'],
    ['a name with ..', (from) => writeFileSync(join(from, '../up.db'), ''), /holds \.\.\/up\.db/, '../up.db'],
    ['a file that no store has', (from) => writeFileSync(join(from, 'node/users.db~'), ''), /holds node\/users\.db~/],
    ['a deeper folder', (from) => mkdirSync(join(from, 'node/more')), /is no regular file/],
    ['a store that nobody knows', (from) => writeFileSync(join(from, 'x'), ''), /holds x/, 'x'],
    [
      'a name twice',
      (from) => writeFileSync(join(from, 'node/a.db'), ''),
      /twice/,
      'node/a.db',
      '--hard-dereference',
      'node/a.db',
    ],
  ];
  for (const [what, plant, why, ...words] of hostile) {
    test(`is refused for ${what}`, () => assert.rejects(unpacked(plant, ...words), why));
  }

  test('is refused where it is no .gz, no tar, or ends too early', async () => {
    const whole = gzipSync(Buffer.alloc(100_000, 'x'));
    for (const [bytes, why] of /** @type {const} */ ([
      [Buffer.from('{}'), /no complete \.gz/],
      [whole.subarray(0, whole.length / 2), /no complete \.gz/],
      [whole, /tar|tape/i],
    ])) {
      const file = join(fresh(), 'a.tar.gz');
      writeFileSync(file, bytes);
      await assert.rejects(unpack(openSync(file, 'r'), fresh(), known), why);
    }
  });
});

describe('what is to be loaded', () => {
  test('JSON lines hold an object each; only a line that was being written may be cut off', async () => {
    const folder = fresh();
    const file = join(folder, 'users.db');
    writeFileSync(file, '{"a":1}\n{"b":');
    await checkJsonLines(folder, JSON.parse, { cutOff: true });
    await assert.rejects(checkJsonLines(folder, JSON.parse), /line 2 of users\.db is no JSON object/);
    writeFileSync(file, '{"a":1}\n[]\n{}\n');
    await assert.rejects(checkJsonLines(folder, JSON.parse, { cutOff: true }), /line 2/);
  });

  test('a dump is whole, has the tables of the chat, and no line of another kind', async () => {
    const file = join(fresh(), 'chat.sql');
    const table = (/** @type {string} */ name) => `CREATE TABLE \`${name}\` (\n  \`id\` int\n) ENGINE=InnoDB;\n`;
    const head = '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n';
    const rows = "INSERT INTO `users` VALUES\n(1,'a\\nb;'),\n(2,'c');\n";
    const end = '-- Dump completed on 2026-01-01\n';
    const check = (/** @type {string} */ text) => {
      writeFileSync(file, text);
      return checkMariadb(file);
    };
    const commits = [
      ['set autocommit=0', 'commit'],
      ['SET @OLD_AUTOCOMMIT=@@AUTOCOMMIT, @@AUTOCOMMIT=0', 'COMMIT', 'SET AUTOCOMMIT=@OLD_AUTOCOMMIT'],
    ];
    for (const lines of commits)
      await check(`${head}${table('users')}${table('messages')}${lines.join(';\n')};\n${rows}${end}`);
    await assert.rejects(check(table('users') + end), /no dump/);
    await assert.rejects(check(head + table('users') + end), /lacks the table messages/);
    await assert.rejects(check(head + table('users') + table('messages')), /too early/);
    for (const line of [
      '\\! id',
      'system id',
      'source x',
      'DROP DATABASE chat;',
      'CREATE TRIGGER a',
      '/*! DROP */;',
      'SET GLOBAL a=1;',
    ])
      await assert.rejects(check(`${head}${table('users')}${table('messages')}${line}\n${end}`), /line 9 of/, line);
  });

  test('a SQLite file is whole, and has tables and indexes only', () => {
    const file = join(fresh(), 'chat.sqlite');
    const run = (/** @type {string} */ sql) =>
      execFileSync('php', ['-r', '(new PDO("sqlite:" . $argv[1]))->exec($argv[2]);', '--', file, sql]);
    writeFileSync(file, 'no database, but long enough to be looked at as one');
    assert.throws(() => checkSqlite(file), /no database/);
    rmSync(file);
    run('CREATE TABLE users (id)');
    assert.throws(() => checkSqlite(file), /lacks the tables/);
    run('CREATE TABLE messages (id)');
    checkSqlite(file);
    const virtual = 'CREATE  VIRTUAL TABLE v USING fts5(a)';
    run(`CREATE VIRTUAL TABLE v USING fts5(a); PRAGMA writable_schema = 1;
      UPDATE sqlite_master SET sql = '${virtual}' WHERE name = 'v'; PRAGMA writable_schema = 0`);
    assert.throws(() => checkSqlite(file), /more than tables/, virtual);
    run('DROP TABLE v');
    checkSqlite(file);
    run('CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM messages; END');
    assert.throws(() => checkSqlite(file), /more than tables/);
  });
});

describe('the file of a back-up', () => {
  test('is made anew, for its maker alone, and has its name only once it is whole', () => {
    const file = join(fresh(), 'a.tar.gz');
    for (const text of ['first', 'second']) {
      const out = newFile(file);
      writeFileSync(out.fd, text);
      out.keep();
      assert.equal(readFileSync(file, 'utf8'), text);
      assert.equal(lstatSync(file).mode & 0o777, 0o600);
    }
    const dropped = newFile(file);
    writeFileSync(dropped.fd, 'half');
    dropped.drop();
    assert.equal(readFileSync(file, 'utf8'), 'second');
    assert.deepEqual(readdirSync(join(file, '..')), ['a.tar.gz'], 'nothing is left beside it');
  });

  test('is never a planted link, what it leads to, or a name that somebody takes meanwhile', () => {
    const folder = fresh();
    writeFileSync(join(folder, 'theirs'), 'theirs');
    symlinkSync('theirs', join(folder, 'link'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    for (const name of ['link', 'dangling']) assert.throws(() => newFile(join(folder, name)), /is there already/);
    const out = newFile(join(folder, 'raced'));
    symlinkSync('theirs', join(folder, 'raced'));
    assert.throws(out.keep, /EEXIST/);
    assert.equal(readFileSync(join(folder, 'theirs'), 'utf8'), 'theirs');
    assert.deepEqual(readdirSync(folder).sort(), ['dangling', 'link', 'raced', 'theirs']);
  });

  test("is never somebody else's", { skip: process.getuid?.() !== 0 }, () => {
    const file = join(fresh(), 'theirs');
    writeFileSync(file, '');
    execFileSync('chown', ['65534', file]);
    assert.throws(() => newFile(file), /no regular file of yours/);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { classroomNotice, machineAddress } from '../classroom.js';
import { pools } from '../configure.js';
import { instance, root } from '../instance.js';
import { parts } from '../parts.js';
import { settings } from '../settings.js';
import { upOptions } from '../upOptions.js';

const address = (/** @type {string} */ ip, internal = false) =>
  /** @type {any} */ ({ address: ip, family: ip.includes(':') ? 'IPv6' : 'IPv4', internal });
const interfaces = {
  lo: [address('127.0.0.1', true)],
  docker0: [address('172.17.0.1')],
  wlan0: [address('fe80::1'), address('192.168.1.17')],
};
const machine = { interfaces, before: () => null, mongo: '/usr/bin/mongod' };
const plain = { offset: '0', instance: 'dev', real: false, load: false, classroom: false };

/** The options of `infra/up` with these words. @param {object} words @param {Record<string, string>} [env] */
const asked = (words, env = {}, on = machine) => upOptions({ ...plain, ...words }, env, on);
/** @param {object} words @param {Record<string, string>} [env] */
const up = (words, env) => instance('dev', asked(words, env));
/** @param {object} words @param {Record<string, string>} [env] */
const partsOf = (words, env) => parts(up(words, env)).map(({ name }) => name);

test('infra/up refuses an unknown option, and prints its usage', () => {
  const words = ['infra/lib/up.js', '--instance', 'test-refused', '--detatch'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: root });
  assert.equal(status, 2);
  assert.match(stderr, /--detatch[^]*infra\/up \[--detach\]/);
});

test('wrong or contradictory options are refused with a way out', () => {
  const alone = { ...machine, interfaces: { lo: interfaces.lo } };
  /** @type {[object, Record<string, string>, RegExp, object?][]} */
  const refused = [
    [{ offset: '1000' }, {}, /--offset/],
    [{ offset: 'x' }, {}, /--offset/],
    ...['0.0.0.0', '192.168.1.7', '::'].map(
      (CHAT_HOST) => /** @type {any} */ ([{ load: true }, { CHAT_HOST }, /only on a loopback address/]),
    ),
    [{ lecture: true }, { CHAT_HOST: '192.168.1.7' }, /--lecture .* only on a loopback/],
    [{ workers: '4' }, {}, /--workers is for --lecture/],
    [{ lecture: true, workers: '65' }, {}, /--workers takes/],
    [{}, { CHAT_LAB: '1', CHAT_TRUST_PROXY: '1' }, /CHAT_LAB=1: .*proxy/],
    [{ real: true }, {}, /MONGODB_URI.*\n.*mongod.*\n.*ferretdb.*\n/, { ...machine, mongo: null }],
    [{ real: true }, { DB_HOST: 'a', DB_PASSWORD: "a'b" }, /none may hold a quote/],
    [{ processes: '2' }, {}, /SQLite.* serves one process/],
    [{ real: true, processes: '0' }, {}, /--processes takes a number/],
    [{ classroom: true }, {}, /CHAT_HOST=ADDRESS/, alone],
    [{ classroom: true, load: true }, {}, /--load and --classroom exclude each other/],
    ...['abc', 'tafel 7', "ta'fel", 'täfel', 'x'.repeat(65)].map(
      (CHAT_JOIN_CODE) => /** @type {any} */ ([{}, { CHAT_JOIN_CODE }, /CHAT_JOIN_CODE takes/]),
    ),
    [{}, { CHAT_SOCKET_SERVER: 'my server' }, /CHAT_SOCKET_SERVER takes/],
  ];
  for (const [words, env, message, on] of refused)
    assert.throws(() => asked(words, env, { ...machine, ...on }), message, JSON.stringify([words, env]));
});

test('only needed parts are started, each after those that it needs', () => {
  const DB_HOST = 'db.example';
  const MariaDB = ['mongo', 'node', 'mariadb', 'loop', 'fpm', 'nginx'];
  assert.deepEqual(partsOf({}), ['node', 'loop', 'fpm', 'nginx']);
  assert.deepEqual(partsOf({ load: true }), ['node', 'loop', 'fpm', 'nginx']);
  assert.deepEqual(partsOf({ lecture: true }), ['slow', 'node', 'loop', 'fpm', 'nginx']);
  assert.deepEqual(partsOf({ only: 'node', real: true }), ['mongo', 'node']);
  assert.deepEqual(partsOf({ real: true }), MariaDB);
  assert.deepEqual(partsOf({ only: 'laravel', real: true }, { DB_HOST }), ['loop', 'fpm', 'nginx']);
  assert.deepEqual(partsOf({ real: true, processes: '2' }), [
    ...['mongo', 'redis', 'node', 'mariadb', 'loop', 'loops:loop-2', 'fpm', 'nginx'],
  ]);
  assert.ok(!partsOf({ real: true, processes: '2' }, { REDIS_URL: 'redis://a' }).includes('redis'));
  assert.deepEqual(partsOf({ only: 'laravel' }, { CHAT_SOCKET_SERVER: 'pusher' }), ['fpm', 'nginx']);
});

test('--load and --lecture lift limits and weaken passwords; --real and --classroom do not', () => {
  const CLASSROOM = { lecture: true, classroom: true };
  for (const [words, limits, cost, lab] of /** @type {const} */ ([
    [{}, undefined, undefined, undefined],
    [{ real: true }, undefined, undefined, undefined],
    [{ load: true }, 'off', '4', undefined],
    [{ lecture: true }, 'off', '4', '1'],
    [CLASSROOM, undefined, undefined, '1'],
  ])) {
    const { CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB } = settings(up(words));
    assert.deepEqual([CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB], [limits, cost, lab], JSON.stringify(words));
  }
  assert.equal(settings(up({ lecture: true, workers: '7' })).CHAT_LAB_WORKERS, '7');
  assert.deepEqual([pools(up({ load: true })).length, pools(up({ lecture: true })).length], [6, 1]);
});

test('only --real uses a database and a Redis that the environment names', () => {
  const env = { DB_HOST: 'db.example', DB_PASSWORD: 'secret', REDIS_URL: 'redis://a' };
  const of = (/** @type {object} */ words, /** @type {Record<string, string>} */ env) => {
    const { DB_CONNECTION, DB_HOST, DB_PASSWORD, DB_SOCKET, REDIS_URL } = settings(up(words, env));
    return [DB_CONNECTION, DB_HOST ?? DB_SOCKET, DB_HOST && DB_PASSWORD, REDIS_URL];
  };
  const own = (/** @type {string} */ part) => join(root, `var/dev/run/${part}.sock`);
  assert.deepEqual(of({ real: true }, env), ['mysql', 'db.example', 'secret', 'redis://a']);
  assert.deepEqual(of({ real: true }, {}), ['mysql', own('mariadb'), undefined, '']);
  assert.deepEqual(of({ real: true, processes: '2' }, {}).at(-1), `unix://${own('redis')}`);
  assert.deepEqual(of({}, env), ['sqlite', undefined, undefined, '']);
});

test('keys of the environment are used with another WebSocket server or a shared Redis', (t) => {
  const before = process.env.PUSHER_APP_KEY;
  t.after(() => (before === undefined ? delete process.env.PUSHER_APP_KEY : (process.env.PUSHER_APP_KEY = before)));
  process.env.PUSHER_APP_KEY = 'theirs';
  assert.notEqual(settings(up({})).PUSHER_APP_KEY, 'theirs');
  assert.equal(settings(up({}, { CHAT_SOCKET_SERVER: 'pusher' })).PUSHER_APP_KEY, 'theirs');
  assert.equal(settings(up({ real: true }, { REDIS_URL: 'redis://a' })).PUSHER_APP_KEY, 'theirs');
  assert.match(settings(up({})).PUSHER_APP_SECRET, /^[0-9a-f]{40}$/);
});

test('--classroom listens on an address that phones can reach, with a join code that stays the same', () => {
  const { host, joinCode } = asked({ classroom: true });
  assert.equal(host, '192.168.1.17');
  assert.match(String(joinCode), /^[a-z2-9]{6}$/);
  const named = asked({ classroom: true }, { CHAT_HOST: '10.0.0.4', CHAT_JOIN_CODE: 'tafel7' });
  assert.deepEqual([named.host, named.joinCode], ['10.0.0.4', 'tafel7']);
  const later = { ...machine, before: () => /** @type {any} */ ({ joinCode: 'k7m2xq' }) };
  assert.equal(asked({ classroom: true }, {}, later).joinCode, 'k7m2xq');
  const { host: own, joinCode: none } = asked({}, {}, later);
  assert.deepEqual([own, none], ['127.0.0.1', null]);
  const virtual = { docker0: [address('172.17.0.1')], 'br-1': [address('172.18.0.1')], eth0: [address('169.254.3.4')] };
  assert.equal(machineAddress({ ...virtual, lo: interfaces.lo }), null);
});

test('the notice of a classroom names addresses, code and ports, and has a QR code for each chat', () => {
  const chats = [3000, 8000].map((port) => ({ title: `chat ${port}`, url: `http://192.168.1.17:${port}` }));
  const notice = classroomNotice(chats, 'k7m2xq', [3000, 6001, 8000]);
  for (const said of [...chats.map(({ url }) => url), 'k7m2xq', '3000, 6001, 8000'])
    assert.ok(notice.includes(said), said);
  assert.match(notice, /^██ ▄▄▄▄▄ .* {5}██ ▄▄▄▄▄ /m); // an edge at the left of each
});

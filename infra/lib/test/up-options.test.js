import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { onPath } from '../on-path.js';
import { instance, root } from '../instance.js';
import { pools } from '../configure.js';
import { isJoinCode } from '../join-code.js';
import { machineAddress } from '../machine-address.js';
import { classroomNotice } from '../notice.js';
import { parts } from '../parts.js';
import { settings, sharedSettings } from '../settings.js';
import { upOptions } from '../up-options.js';

const asked = { offset: '0', instance: 'dev', real: false, load: false, classroom: false };
const address = (/** @type {string} */ ip, internal = false) =>
  /** @type {any} */ ({ address: ip, family: ip.includes(':') ? 'IPv6' : 'IPv4', internal });
const interfaces = {
  lo: [address('127.0.0.1', true)],
  docker0: [address('172.17.0.1')],
  wlan0: [address('fe80::1'), address('192.168.1.17')],
};
const machine = { interfaces, before: () => null };

test('infra/up refuses what it does not know, with the usage, and --real without a server of the MongoDB protocol', () => {
  const up = join(root, 'infra/lib/up.js');
  const env = { ...process.env, MONGODB_URI: '', PATH: '/usr/bin:/bin' };
  const refusal = (/** @type {string} */ word) =>
    spawnSync(process.execPath, [up, '--instance', 'test-refused', word], { encoding: 'utf8', env });
  const { status, stderr } = refusal('--detatch');
  assert.equal(status, 2);
  assert.match(stderr, /--detatch[^]*infra\/up \[--detach\]/);
  if (onPath('mongod') === null) assert.match(refusal('--real').stderr, /MONGODB_URI.*\n.*mongod.*\n.*ferretdb.*\n/);
});

test('--load is refused on an address that others reach, and an offset that would leave the ports of this project', () => {
  for (const CHAT_HOST of ['0.0.0.0', '192.168.1.7', '::'])
    assert.throws(() => upOptions({ ...asked, load: true }, { CHAT_HOST }, machine), /only on a loopback address/);
  for (const offset of ['1000', '-1', 'x'])
    assert.throws(() => upOptions({ ...asked, offset }, {}, machine), /--offset/);
});

test('--load lifts limits and cheapens passwords on the embedded stores, with the queues for a flood and without a database server', () => {
  const it = instance('dev', upOptions({ ...asked, load: true }, {}, machine));
  assert.deepEqual(
    parts(it).map(({ name }) => name),
    ['node', 'loop', 'fpm', 'nginx'],
  );
  const { CHAT_LIMITS, CHAT_BCRYPT_COST } = sharedSettings(it);
  assert.deepEqual({ CHAT_LIMITS, CHAT_BCRYPT_COST }, { CHAT_LIMITS: 'off', CHAT_BCRYPT_COST: '4' });
  assert.equal(pools(it).length, 6);
});

test('--lecture is --load with lab calls, a slow server and one pool of as many workers as it is told', () => {
  const it = instance('dev', upOptions({ ...asked, lecture: true, workers: '7' }, {}, machine));
  assert.deepEqual(
    parts(it).map(({ name }) => name),
    ['slow', 'node', 'loop', 'fpm', 'nginx'],
  );
  const { CHAT_LIMITS, CHAT_LAB, CHAT_LAB_WORKERS } = sharedSettings(it);
  assert.deepEqual([CHAT_LIMITS, CHAT_LAB, CHAT_LAB_WORKERS], ['off', '1', '7']);
  assert.equal(pools(it).length, 1);
});

test('--lecture --classroom keeps limits and passwords, and asks for a code', () => {
  const both = upOptions({ ...asked, lecture: true, classroom: true }, {}, machine);
  assert.deepEqual([both.host, both.load, both.lab], ['192.168.1.17', false, true]);
  const { CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB, CHAT_JOIN_CODE } = sharedSettings(instance('dev', both));
  assert.deepEqual([CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB], [undefined, undefined, '1']);
  assert.match(CHAT_JOIN_CODE, /^[a-z2-9]{6}$/);
});

test('a lecture that cannot be is refused with what helps', () => {
  assert.equal(sharedSettings(instance('dev', upOptions(asked, {}, machine))).CHAT_LAB, undefined);
  const open = { CHAT_HOST: '192.168.1.7' };
  assert.throws(() => upOptions({ ...asked, lecture: true }, open, machine), /--lecture .* only on a loopback/);
  assert.throws(() => upOptions(asked, { CHAT_LAB: '1', CHAT_TRUST_PROXY: '1' }, machine), /CHAT_LAB=1: .*proxy/);
  for (const workers of ['0', '65', 'x', '1.5'])
    assert.throws(() => upOptions({ ...asked, lecture: true, workers }, {}, machine), /--workers takes/);
  assert.throws(() => upOptions({ ...asked, workers: '4' }, {}, machine), /--workers is for --lecture/);
});

test("keys of the environment are the chat's: a Pusher server that started before has the same", (t) => {
  const before = process.env.PUSHER_APP_KEY;
  t.after(() => (before === undefined ? delete process.env.PUSHER_APP_KEY : (process.env.PUSHER_APP_KEY = before)));
  process.env.PUSHER_APP_KEY = 'theirs';
  const of = (/** @type {Record<string, string>} */ env, real = false) =>
    settings(instance('dev', { ...upOptions({ ...asked, real }, env, machine), mongo: null }));
  assert.notEqual(of({}).PUSHER_APP_KEY, 'theirs', 'a key of a shell is not for a chat that holds its own sockets');
  const { PUSHER_APP_KEY, PUSHER_APP_SECRET } = of({ CHAT_SOCKET_SERVER: 'pusher' });
  assert.equal(PUSHER_APP_KEY, 'theirs');
  assert.match(PUSHER_APP_SECRET, /^[0-9a-f]{40}$/);
  const host = of({ REDIS_URL: 'redis://127.0.0.1' }, true);
  assert.equal(host.PUSHER_APP_KEY, 'theirs', 'hosts of one chat have the same');
});

test('--real asks for database servers and lifts nothing', () => {
  const it = instance('dev', { ...upOptions({ ...asked, real: true }, {}, machine), mongo: '/usr/bin/mongod' });
  assert.deepEqual(
    parts(it).map(({ name }) => name),
    ['mongo', 'node', 'mariadb', 'loop', 'fpm', 'nginx'],
  );
  assert.equal(sharedSettings(it).CHAT_LIMITS, undefined);
});

test('--real with DB_HOST starts no MariaDB: Laravel uses the one that is named', () => {
  const env = { DB_HOST: 'db.example', DB_PASSWORD: 'secret', PATH: '/bin' };
  const it = instance('dev', upOptions({ ...asked, only: 'laravel', real: true }, env, machine));
  assert.deepEqual(
    parts(it).map(({ name }) => name),
    ['loop', 'fpm', 'nginx'],
  );
  const { DB_CONNECTION, DB_HOST, DB_PASSWORD, DB_SOCKET } = settings(it);
  assert.deepEqual([DB_CONNECTION, DB_HOST, DB_PASSWORD, DB_SOCKET], ['mysql', 'db.example', 'secret', undefined]);
  const embedded = instance('dev', upOptions({ ...asked, only: 'laravel' }, env, machine));
  assert.deepEqual(settings(embedded).DB_CONNECTION, 'sqlite');
  const quoted = { ...env, DB_PASSWORD: "a'b" };
  assert.throws(() => upOptions({ ...asked, real: true }, quoted, machine), /none may hold a quote/);
});

test('--processes starts a Redis on a socket of its own, unless REDIS_URL names one, and needs --real', () => {
  const several = (/** @type {Record<string, string>} */ env, processes = '2') =>
    instance('dev', { ...upOptions({ ...asked, real: true, processes }, env, machine), mongo: '/usr/bin/mongod' });
  const names = (/** @type {Record<string, string>} */ env) => parts(several(env)).map(({ name }) => name);
  assert.deepEqual(names({}), ['mongo', 'redis', 'node', 'mariadb', 'loop', 'loops:loop-2', 'fpm', 'nginx']);
  assert.ok(!names({ REDIS_URL: 'redis://a' }).includes('redis'));
  const told = (/** @type {Record<string, string>} */ env, processes = '2') => {
    const { REDIS_URL, CHAT_PROCESSES } = settings(several(env, processes));
    return [REDIS_URL, CHAT_PROCESSES];
  };
  assert.deepEqual(told({}), [`unix://${join(root, 'var/dev/run/redis.sock')}`, '2']);
  assert.deepEqual(told({ REDIS_URL: 'redis://a' }, '1'), ['redis://a', '1']);
  assert.deepEqual(told({}, '1'), ['', '1']);
  assert.equal(settings(instance('dev', upOptions(asked, { REDIS_URL: 'redis://a' }, machine))).REDIS_URL, '');
  assert.throws(() => upOptions({ ...asked, processes: '2' }, {}, machine), /SQLite.* serves one process/);
  for (const processes of ['0', '1.5', 'x'])
    assert.throws(() => upOptions({ ...asked, real: true, processes }, {}, machine), /--processes takes a number/);
});

test('without --classroom a chat listens on loopback and needs no code', () => {
  const { host, joinCode } = upOptions(asked, {}, machine);
  assert.deepEqual({ host, joinCode }, { host: '127.0.0.1', joinCode: null });
  assert.equal(upOptions(asked, { CHAT_JOIN_CODE: 'tafel7' }, machine).joinCode, 'tafel7');
});

test('--classroom listens on the address that a phone in the room reaches, and asks for a code', () => {
  const { host, joinCode } = upOptions({ ...asked, classroom: true }, {}, machine);
  assert.equal(host, '192.168.1.17');
  assert.match(String(joinCode), /^[a-z2-9]{6}$/);
  const env = { CHAT_HOST: '10.0.0.4', CHAT_JOIN_CODE: 'tafel7' };
  const named = upOptions({ ...asked, classroom: true }, env, machine);
  assert.deepEqual([named.host, named.joinCode], ['10.0.0.4', 'tafel7']);
  assert.equal(sharedSettings(instance('dev', named)).CHAT_JOIN_CODE, 'tafel7');
});

test('the code of the lesson before stays, since it may stand on a board', () => {
  const before = () => /** @type {any} */ ({ joinCode: 'k7m2xq' });
  assert.equal(upOptions({ ...asked, classroom: true }, {}, { interfaces, before }).joinCode, 'k7m2xq');
  assert.equal(upOptions(asked, {}, { interfaces, before }).joinCode, null);
});

test('a classroom that cannot be is refused with what helps', () => {
  const classroom = { ...asked, classroom: true };
  const alone = { interfaces: { lo: interfaces.lo }, before: () => null };
  assert.throws(() => upOptions(classroom, {}, alone), /CHAT_HOST=ADDRESS/);
  assert.throws(() => upOptions(classroom, { CHAT_HOST: '0.0.0.0' }, machine), /name one of this machine/);
  assert.throws(() => upOptions({ ...classroom, load: true }, {}, machine), /not beside --classroom/);
  for (const code of ['abc', 'tafel 7', "ta'fel", 'täfel', 'x'.repeat(65)]) {
    assert.throws(() => upOptions(classroom, { CHAT_JOIN_CODE: code }, machine), /CHAT_JOIN_CODE/);
    assert.equal(isJoinCode(code), false);
  }
});

test('addresses of containers, of no network and of this machine alone are none that others reach', () => {
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

test('another WebSocket server is started by whoever chose it', () => {
  const chosen = (/** @type {string | undefined} */ CHAT_SOCKET_SERVER) =>
    instance('test', upOptions({ ...asked, only: 'laravel' }, { CHAT_SOCKET_SERVER }, machine));
  const names = (/** @type {string | undefined} */ server) => parts(chosen(server)).map(({ name }) => name);
  assert.deepEqual(names(undefined), ['loop', 'fpm', 'nginx']);
  assert.deepEqual(names('pusher'), ['fpm', 'nginx']);
  assert.equal(settings(chosen('pusher')).CHAT_SOCKET_SERVER, 'pusher');
  assert.throws(() => chosen('my server'), /CHAT_SOCKET_SERVER/);
});

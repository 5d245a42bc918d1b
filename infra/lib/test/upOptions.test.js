import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { machineAddress } from '../classroom.js';
import { pools } from '../configure.js';
import { createInstance, root } from '../instance.js';
import { addressNotice } from '../notices.js';
import { partsOf } from '../parts.js';
import { settingsOf, writeSettings } from '../settings.js';
import { upOptions } from '../upOptions.js';

const address = (ip, internal = false) => ({ address: ip, family: ip.includes(':') ? 'IPv6' : 'IPv4', internal });
const interfaces = {
  lo: [address('127.0.0.1', true)],
  docker0: [address('172.17.0.1')],
  wlan0: [address('fe80::1'), address('192.168.1.17')],
};
const machine = { interfaces, mongo: '/usr/bin/mongod' };

/** Gives the options of `infra/up` with these values. */
const asked = (values, env = {}, differing = {}) => upOptions(values, { env, ...machine, ...differing });
const up = (values, env) => createInstance('dev', asked(values, env));

test('infra/up refuses an unknown option, and says what lists the others', () => {
  const args = ['infra/lib/up.js', '--instance', 'test-refused', '--detatch'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  assert.equal(status, 2);
  assert.match(stderr, /--detatch[^]*\ninfra\/up --help lists the options\.\n$/);
});

test('no command takes an instance outside of var/', () => {
  for (const command of ['lib/up.js', 'lib/status.js', 'ctl', 'down']) {
    const program = command.endsWith('.js') ? [process.execPath] : ['bash'];
    for (const name of ['../x', '']) {
      const [first, ...args] = [...program, join(root, 'infra', command), '--instance', name];
      const { status, stderr } = spawnSync(first, args, { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [2, '--instance takes letters, digits and -\n'], `${command} ${name}`);
    }
  }
});

test('wrong or contradictory options are refused with a way out', () => {
  const alone = { interfaces: { lo: interfaces.lo } };
  const refused = [
    [{ only: 'php' }, {}, /--only takes/],
    [{ offset: '1000' }, {}, /--offset takes/],
    [{ offset: 'x' }, {}, /--offset takes/],
    [{ load: true }, { CHAT_HOST: '0.0.0.0' }, /only on a loopback address/],
    [{ load: true }, { CHAT_HOST: '::' }, /only on a loopback address/],
    [{ lecture: true }, { CHAT_HOST: '192.168.1.7' }, /--lecture .* only on a loopback/],
    [{ workers: '4' }, {}, /--workers is for --lecture/],
    [{ lecture: true, workers: '65' }, {}, /--workers takes/],
    [{}, { CHAT_LAB: '1', CHAT_TRUST_PROXY: '1' }, /CHAT_TRUST_PROXY=1 exclude each other/],
    [{ real: true }, {}, /MONGODB_URI.*\n.*mongod.*\n.*ferretdb.*\n/, { mongo: null }],
    [{ processes: '2' }, {}, /SQLite.* serves one process/],
    [{ real: true, processes: '0' }, {}, /--processes takes/],
    [{ classroom: true }, {}, /CHAT_HOST=ADDRESS/, alone],
    [{ classroom: true, load: true }, {}, /--load and --classroom exclude each other/],
    [{}, { CHAT_JOIN_CODE: 'abc' }, /CHAT_JOIN_CODE takes/],
    [{}, { CHAT_JOIN_CODE: "ta'fel" }, /CHAT_JOIN_CODE takes/],
    [{}, { CHAT_SOCKET_SERVER: 'my server' }, /CHAT_SOCKET_SERVER takes/],
  ];
  for (const [values, env, message, differing] of refused)
    assert.throws(() => asked(values, env, differing), message, JSON.stringify([values, env]));
});

test('only needed parts are started, each after those that it needs', () => {
  const expected = [
    [{}, {}, 'node loop fpm nginx'],
    [{ lecture: true }, {}, 'slow node loop fpm nginx'],
    [{ real: true }, {}, 'mongo node mariadb loop fpm nginx'],
    [{ only: 'node', real: true }, {}, 'mongo node'],
    [{ only: 'laravel', real: true }, { DB_HOST: 'db.example' }, 'loop fpm nginx'],
    [{ only: 'laravel' }, { CHAT_SOCKET_SERVER: 'pusher' }, 'fpm nginx'],
    [{ real: true, processes: '2' }, {}, 'mongo redis node nodes:node-2 mariadb loop loops:loop-2 fpm nginx'],
    [{ only: 'node', real: true, processes: '2' }, { REDIS_URL: 'redis://a' }, 'mongo node nodes:node-2'],
  ];
  for (const [values, env, names] of expected)
    assert.equal(
      partsOf(up(values, env))
        .map(({ name }) => name)
        .join(' '),
      names,
    );
});

test('each process of a chat has a health of its own', () => {
  const addresses = partsOf(up({ real: true, processes: '3' })).flatMap(({ health }) => (health ? [health] : []));
  assert.equal(addresses.length, 7);
  assert.equal(new Set(addresses.map((address) => JSON.stringify(address))).size, 7);
});

test('--load and --lecture lift limits and weaken passwords; --real and --classroom do not', () => {
  const expected = [
    [{}, [undefined, undefined, undefined]],
    [{ real: true }, [undefined, undefined, undefined]],
    [{ load: true }, ['off', '4', undefined]],
    [{ lecture: true }, ['off', '4', '1']],
    [{ lecture: true, classroom: true }, [undefined, undefined, '1']],
  ];
  for (const [values, lifted] of expected) {
    const instance = up(values);
    const { CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB } = settingsOf(instance);
    assert.deepEqual([CHAT_LIMITS, CHAT_BCRYPT_COST, CHAT_LAB], lifted, JSON.stringify(values));
    assert.equal(instance.options.limits, lifted[0] !== 'off');
  }
  assert.equal(settingsOf(up({ lecture: true, workers: '7' })).CHAT_LAB_WORKERS, '7');
  assert.deepEqual([pools(up({ load: true })).length, pools(up({ lecture: true })).length], [6, 1]);
});

test('only --real uses a database and a Redis that the environment names', () => {
  const env = { DB_HOST: 'db.example', DB_PASSWORD: 'secret', REDIS_URL: 'redis://a' };
  const stores = (values, env) => {
    const { DB_CONNECTION, DB_HOST, DB_SOCKET, REDIS_URL } = settingsOf(up(values, env));
    return [DB_CONNECTION, DB_HOST ?? DB_SOCKET, REDIS_URL];
  };
  const socket = (part) => join(root, `var/dev/run/${part}.sock`);
  assert.deepEqual(stores({}, env), ['sqlite', undefined, '']);
  assert.deepEqual(stores({ real: true }, env), ['mysql', 'db.example', 'redis://a']);
  assert.equal(settingsOf(up({ real: true }, env)).DB_PASSWORD, 'secret');
  assert.deepEqual(stores({ real: true }, {}), ['mysql', socket('mariadb'), '']);
  assert.deepEqual(stores({ real: true, processes: '2' }, {}), [
    'mysql',
    socket('mariadb'),
    `unix://${socket('redis')}`,
  ]);
});

test('a value that would end its quotes in var/NAME/env is refused', () => {
  for (const [name, env] of Object.entries({
    DB_PASSWORD: { DB_HOST: 'db.example', DB_PASSWORD: "a'b" },
    MONGODB_URI: { MONGODB_URI: "mongodb://a:b'c@d/chat" },
    REDIS_URL: { REDIS_URL: 'redis://a\n' },
  })) {
    const mongo = env.MONGODB_URI ?? machine.mongo;
    const instance = createInstance('test-refused', asked({ real: true }, env, { mongo }));
    assert.throws(() => writeSettings(instance, settingsOf(instance)), new RegExp(`${name} may hold no apostrophe`));
  }
});

test('keys are random, and those of Pusher may come from the environment', () => {
  const { PUSHER_APP_KEY, PUSHER_APP_SECRET } = settingsOf(up({}, { PUSHER_APP_KEY: 'theirs' }));
  assert.equal(PUSHER_APP_KEY, 'theirs');
  assert.match(PUSHER_APP_SECRET, /^[0-9a-f]{40}$/);
});

test('--classroom listens on an address that phones can reach, with a join code that stays the same', () => {
  const { host, joinCode } = asked({ classroom: true });
  assert.equal(host, '192.168.1.17');
  assert.match(String(joinCode), /^[a-z2-9]{6}$/);
  const named = asked({ classroom: true }, { CHAT_HOST: '10.0.0.4', CHAT_JOIN_CODE: 'tafel7' });
  assert.deepEqual([named.host, named.joinCode], ['10.0.0.4', 'tafel7']);
  const earlier = { joinCode: 'k7m2xq' };
  assert.equal(asked({ classroom: true }, {}, earlier).joinCode, 'k7m2xq');
  const later = asked({}, {}, earlier);
  assert.deepEqual([later.host, later.joinCode], ['127.0.0.1', null]);
  const virtual = { docker0: [address('172.17.0.1')], 'br-1': [address('172.18.0.1')], eth0: [address('169.254.3.4')] };
  assert.equal(machineAddress({ ...virtual, lo: interfaces.lo }), null);
});

test('the notice of a classroom names addresses, code and ports, and has a QR code for each chat', () => {
  const notice = addressNotice(up({ classroom: true }, { CHAT_JOIN_CODE: 'k7m2xq' }));
  for (const text of ['http://192.168.1.17:3000', 'http://192.168.1.17:8000', 'k7m2xq', '3000, 6001, 8000'])
    assert.ok(notice.includes(text), text);
  assert.match(notice, /^██ ▄▄▄▄▄ .* {5}██ ▄▄▄▄▄ /m); // an edge at the left of each
});

// The plain files of infra/etc: what their programs say to them, and what nginx does to requests.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { instance, loopback, root } from '../instance.js';
import { onPath } from '../on-path.js';
import { configure, fpmProgram, fpmSocket } from '../configure.js';
import { settings } from '../settings.js';
import { asOneself, fastCgi, END_REQUEST, needsNginx, nginxFor, STDOUT } from './nginxFor.js';

const { errors, limits, page } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));
/** supervisord.conf sets them. */
const phpEnv = { PHP_INI_SCAN_DIR: `:${join(root, 'infra/etc/php')}`, CHAT_PRELOAD: '' };
const plain = { host: loopback, offset: 0, only: null, real: false, load: false, workers: 4 };
/** @type {Record<string, import('../instance.js').Options>} */
const modes = {
  'infra/up': plain,
  '--load': { ...plain, load: true },
  '--lecture': { ...plain, load: true, lecture: true, lab: true, workers: 4 },
};

/** What a program says and its status: php-fpm opens /dev/stderr, which a socket is not. @param {string} dir @param {string} program @param {string[]} words @param {Record<string, string>} [env] */
function check(dir, program, words, env = {}) {
  const log = openSync(join(dir, 'said'), 'w');
  const { status } = spawnSync(program, words, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...phpEnv, ...env },
  });
  closeSync(log);
  return { status, said: readFileSync(join(dir, 'said'), 'utf8') };
}

for (const [mode, options] of Object.entries(modes)) {
  test(`nginx, php-fpm and supervisor take the files of infra/etc, ${mode}`, needsNginx, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'etc-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const it = { ...instance('test-etc', options), dir };
    mkdirSync(join(dir, 'run/nginx'), { recursive: true });
    configure(it);
    const asRoot = process.getuid?.() === 0;
    if (asRoot)
      for (const name of ['php-fpm.conf', 'php-fpm.d/1.conf'])
        writeFileSync(
          join(dir, name),
          readFileSync(join(dir, name), 'utf8').replace(/^listen =/gm, 'user=root\nlisten ='),
        );
    const fpm = ['-t', `--fpm-config=${join(dir, 'php-fpm.conf')}`, ...(asRoot ? ['--allow-to-run-as-root'] : [])];
    for (const [program, words] of /** @type {const} */ ([
      [onPath('nginx') ?? 'nginx', ['-t', '-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), ...asOneself]],
      [fpmProgram(), fpm],
    ])) {
      const { status, said } = check(dir, program, words);
      assert.equal(status, 0, said);
    }
    mkdirSync(join(dir, 'log'));
    const conf = join(root, 'infra/etc/supervisord.conf');
    // supervisord has no option to check a file.
    const script = `from supervisor.options import ServerOptions
o = ServerOptions()
o.realize(['-c', '${conf}'])
print(*[group.name for group in o.process_group_configs])`;
    const { said } = check(dir, '/usr/bin/python3', ['-c', script], settings(it));
    assert.equal(said, 'slow mongo redis node mariadb loop loops fpm nginx\n');
  });
}

test('nginx speaks in the words of contract.json and serves the files that it names', () => {
  const etc = (/** @type {string} */ name) => readFileSync(join(root, 'infra/etc', name), 'utf8');
  const bodies = [...etc('nginx.errors.conf').matchAll(/^ {2}\/\.errors\/(\w+) '(.+)';$/gm)];
  assert.ok(bodies.length > 5);
  for (const [, code, body] of bodies) {
    const { message } = errors[code];
    assert.deepEqual(JSON.parse(body.replaceAll(String.raw`\'`, "'")), { error: { code, message } });
  }
  const told = ['nginx.conf', 'nginx.lab.conf'].flatMap((name) => [
    ...etc(name).matchAll(/=(\d+) \/\.errors\/(\w+);/g),
  ]);
  for (const [, status, code] of told) {
    assert.equal(Number(status), errors[code].status, code);
    assert.ok(
      bodies.some((body) => body[1] === code),
      code,
    );
  }
  const [, pattern] = /location ~ \^\/web\/(\S+)\$ \{/.exec(etc('nginx.conf')) ?? [];
  assert.equal(`^${pattern}$`, page.files);
  for (const [ending, type] of Object.entries(page.types))
    assert.ok(etc('nginx.conf').includes(`"${type}" ${ending};`), ending);
  assert.ok(etc('nginx.conf').includes(`client_body_timeout ${limits.requestSeconds}s;`));
  assert.ok(etc('php-fpm.conf').includes(`listen.backlog = ${limits.loginsWaitingMax}\n`));
});

/** In php-fpm's place: answers with the time that it was told, once it may. @param {Promise<void>} [may] */
const workers = (may = Promise.resolve()) =>
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async (bytes) => {
      const [, start = ''] = /HTTP_X_REQUEST_START(t=[\d.]+|mine)?/.exec(bytes.toString('latin1')) ?? [];
      await may;
      const answer = fastCgi(STDOUT, Buffer.from(`Status: 200 OK\r\n\r\n${start}`));
      socket.end(Buffer.concat([answer, fastCgi(END_REQUEST, Buffer.alloc(8))]));
    });
  });

/**
 * Asks on so many connections at once, and lets the workers answer when the first of them is refused or all have come
 * that far.
 * @param {import('node:test').TestContext} t @param {{load: boolean}} mode @param {number} count
 * @returns {Promise<string[]>} the answers in the order in which they came
 */
async function askAtOnce(t, mode, count) {
  const { it, start } = nginxFor(t, mode);
  const { promise: may, resolve: answer } = Promise.withResolvers();
  let came = 0;
  const servers = [1, 2, 3, 4, 5, 6].map((pool) => workers(may).listen({ path: fpmSocket(it, pool), backlog: 4096 }));
  for (const server of servers) server.on('connection', () => ++came === count && answer());
  const { url } = await start('/web/', ...servers);
  /** @type {string[]} */
  const answers = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(new URL(url).port), loopback).setEncoding('latin1');
      socket.write('GET /me HTTP/1.1\r\nhost: x\r\nx-request-start: mine\r\nconnection: close\r\n\r\n');
      let text = '';
      socket.on('data', (more) => (text += more));
      await once(socket, 'end');
      answers.push(text);
      answer();
    }),
  );
  return answers;
}

test('what an address asks beyond a thousand requests is told to come again', needsNginx, async (t) => {
  const [first, ...others] = await askAtOnce(t, { load: false }, 1001);
  assert.match(first, /^HTTP\/1.1 503 /);
  assert.match(first, /\r\nRetry-After: 1\r\n/);
  assert.match(first, /"code":"too_many_connections"/);
  // The time when a request came into the queue is nginx's, whatever the client says.
  for (const answer of others) assert.match(answer, /^HTTP\/1.1 200 [^]*t=\d{10,}\.\d{3}/);
});

test('without limits no address is counted, and no worker is told a time', needsNginx, async (t) => {
  for (const answer of await askAtOnce(t, { load: true }, 1100))
    assert.match(answer, /^HTTP\/1.1 200 (?!.*(?:mine|t=)).*$/s);
});

test('a hundred page loads at once of one address are served', needsNginx, async (t) => {
  const { it, start } = nginxFor(t);
  const { url } = await start('/web/', workers().listen(fpmSocket(it, 1)));
  const paths = ['/', '/config', '/me', '/messages?limit=50', '/online', '/broadcasting/auth'];
  const load = async () => {
    for (const path of paths) assert.equal((await fetch(url + path)).status, 200, path);
  };
  await Promise.all(Array.from({ length: 100 }, load));
});

test('an answer is whole though its worker dies as it has given it', needsNginx, async (t) => {
  const { it, start } = nginxFor(t);
  const body = JSON.stringify({ error: { code: 'presence_unavailable' } });
  const answer = `Status: 503 Service Unavailable\r\nContent-Type: application/json\r\n\r\n${body}`;
  const records = [fastCgi(STDOUT, Buffer.from(answer)), fastCgi(END_REQUEST, Buffer.alloc(8))];
  // The unread request makes the kernel reset the connection.
  const worker = createServer({ pauseOnConnect: true }, (socket) => {
    socket.write(Buffer.concat(records));
    setTimeout(() => socket.destroy(), 100);
  });
  const { first } = await start('/online', worker.listen(fpmSocket(it, 1)));
  assert.deepEqual([first.status, await first.text()], [503, body]);
});

test(
  'where no worker listens, a login and a lab call are told to come again, as everybody else',
  needsNginx,
  async (t) => {
    const { start } = nginxFor(t, { lab: true });
    const { call } = await start('/web/');
    for (const [path, code] of [
      ['/login', 'too_many_logins'],
      ['/messages', 'too_many_connections'],
      ['/lab/worker/cpu', 'too_many_lab_calls'],
    ]) {
      const answer = await call(path, 'POST');
      assert.equal(answer?.status, errors[code].status);
      assert.equal((await answer.json()).error.code, code);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.equal((await call('/.errors/internal'))?.status, 404);
  },
);

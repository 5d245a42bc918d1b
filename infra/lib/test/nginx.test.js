import assert from 'node:assert/strict';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fpmSocket } from '../parts/laravel.js';
import { nginx } from '../parts/nginx.js';
import { fpmLoginSocket, fpmPagesSocket, searchesWaitingMax } from '../parts/php-fpm.js';
import { END_REQUEST, fastCgi, needsNginx, nginxFor, STDOUT } from './nginxFor.js';

/** @param {(config: string) => void} look @param {object} [options] */
function withConfig(look, options = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  try {
    const it = {
      name: 'test',
      dir,
      options: { host: '127.0.0.1', ...options },
      ports: { laravel: 1, status: 2, loop: 3 },
    };
    // @ts-expect-error What the configuration does not ask for is left out.
    nginx(it).prepare();
    look(readFileSync(join(dir, 'nginx.conf'), 'utf8'));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('whatever reaches the workers that serve all takes turns, and without limits is counted', () => {
  const served = (/** @type {string} */ config) =>
    config.split(/^ {4}location /m).filter((location) => location.includes('fastcgi_pass workers;'));
  withConfig((config) => {
    assert.ok(served(config).length > 1);
    for (const location of served(config)) assert.match(location, /require\('door'\)\.enter\('workers'\)/);
    // The address of a line, not each of the many that an IPv6 line has.
    for (const [, key, zone] of config.matchAll(/limit_conn_zone (\S+) zone=(\w+):/g))
      assert.equal(key, { all: '$server_port', searches: '$searcher' }[zone] ?? '$address');
  });
  withConfig(
    (config) => {
      for (const location of served(config)) assert.match(location, /limit_conn all \d+;/);
      assert.doesNotMatch(config, /door'\)\.enter\(/);
    },
    { load: true },
  );
});

test('a search goes to the workers of searches, however its parameter is written', () =>
  withConfig((config) => {
    const [, lines] = /map "\$request_method \$args" \$messages_by \{(.*?)\n {2}\}/s.exec(config) ?? [];
    const patterns = [...lines.matchAll(/"~(.+)" (\w+);/g)].map(([, pattern, to]) => ({ is: new RegExp(pattern), to }));
    const messagesBy = (/** @type {string} */ call) => patterns.find(({ is }) => is.test(call))?.to ?? 'workers';
    for (const query of ['text=a', 'text', 'limit=1&text=a', '%74ext=a', 't%65%78%74=a&limit=1', 'text&a'])
      for (const method of ['GET', 'HEAD']) assert.equal(messagesBy(`${method} ${query}`), 'searches', query);
    for (const query of ['', 'limit=1', 'context=a', 'texts=a', 'Text=a', 'before=text=', 'text%3Da'])
      assert.equal(messagesBy(`GET ${query}`), 'pages', query);
    assert.equal(messagesBy('POST text=a'), 'workers');
  }));

test('the few searches of a session have a queue of their own, whatever else it asks for waits in another', () =>
  withConfig((config) => {
    const [, pattern] = /map \$http_cookie \$searcher \{ "~(.+)" \$session; default none; \}/.exec(config) ?? [];
    const searcher = (/** @type {string} */ cookie) => new RegExp(pattern).exec(cookie)?.groups?.session ?? 'none';
    assert.equal(searcher('laravel_chat=abc'), 'abc');
    assert.equal(searcher('a=b; laravel_chat=abc; laravel_chat=other'), 'abc');
    // nginx does not count keys of more than 255 bytes.
    assert.equal(searcher(`laravel_chat=${'a'.repeat(300)}`), 'a'.repeat(200));
    for (const none of ['', 'laravel_chat=', 'my_laravel_chat=abc', 'LARAVEL_CHAT=abc', 'a=laravel_chat=abc'])
      assert.equal(searcher(none), 'none', none);
    const [, few] = /location = \/\.searches \{(.*?)\n {4}\}/s.exec(config) ?? [];
    for (const line of [/limit_conn searches 2;/, /error_page 429 = @more_searches;/, /fastcgi_pass searches;/])
      assert.match(few, line);
    // Sessions that an address invents leave room for others.
    const [, perAddress] = /limit_conn searching (\d+);/.exec(few) ?? [];
    assert.equal(Number(perAddress), Math.floor(searchesWaitingMax / 2));
    // Else nginx would answer in words of its own.
    assert.match(few, /error_page 404 = @workers;/);
    const [, others] = /location @more_searches \{(.*?)\n {4}\}/s.exec(config) ?? [];
    assert.match(others, /fastcgi_pass more_searches;/);
  }));

test('lab calls of the loop go to the loop and are exactly those, where there are lab calls', () => {
  withConfig((config) => assert.doesNotMatch(config, /\^\/lab|zone=lab/));
  withConfig(
    (config) => {
      const [, pattern, body] = /location ~ "(\S+)" \{([^}]*proxy_pass[^}]*)\}/.exec(config) ?? [];
      assert.match(body, /proxy_pass http:\/\/127\.0\.0\.1:3;/);
      for (const path of ['/lab', '/lab/loop/cpu', '/lab/loop/leak']) assert.match(path, new RegExp(pattern));
      for (const path of ['/lab/', '/lab/loop', '/lab/loop/', '/lab/worker/cpu', '/lab/loop/cpu/x', '/x/lab'])
        assert.doesNotMatch(path, new RegExp(pattern));
      // Four at work and 2,000 that wait.
      assert.match(config, /location ~ "\^\/lab\/worker[^}]*limit_conn lab_calls 2004;/);
    },
    { lab: true },
  );
});

test(
  'a worker that had a request and gave no answer stands in the log, one that none was free for does not',
  needsNginx,
  async (t) => {
    const { it, start, lines } = nginxFor(t);
    // A worker that dies at work.
    const dying = createServer((socket) => socket.once('data', () => socket.destroy())).listen(fpmPagesSocket(it));
    // A socket that nobody listens at refuses as a full queue does.
    const gone = createServer().listen(fpmSocket(it, 1));
    await once(gone, 'listening');
    linkSync(fpmSocket(it, 1), fpmLoginSocket(it));
    gone.close();
    const { call, end } = await start('/messages?limit=1', dying);
    assert.equal((await call('/login', 'POST'))?.status, 429);
    await end();
    assert.deepEqual(
      lines().filter((line) => line.includes('login')),
      [],
    );
    assert.equal(
      lines().filter((line) => /fpm-pages\.sock.* 502.*"GET \/messages\?limit=1 /.test(line)).length,
      1,
      lines().join('\n'),
    );
  },
);

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

/** Bytes that the kernel keeps for the clients of a port. @param {number} port */
function unreadInKernel(port) {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  const queues = rows.map((row) => /:([0-9A-F]{4}) \S+ \S+ ([0-9A-F]{8}):/.exec(row) ?? []);
  return queues.reduce((sum, [, from, bytes]) => sum + (parseInt(from, 16) === port ? parseInt(bytes, 16) : 0), 0);
}

test(
  'of a long answer that nobody reads little is in the kernel, and all comes to who reads',
  needsNginx,
  async (t) => {
    const { it, start } = nginxFor(t);
    const body = 'x'.repeat(3_000_000);
    const parts = [`Status: 200 OK\r\n\r\n`, ...(body.match(/.{1,60000}/g) ?? [])];
    const answer = Buffer.concat([
      ...parts.map((part) => fastCgi(STDOUT, Buffer.from(part))),
      fastCgi(END_REQUEST, Buffer.alloc(8)),
    ]);
    const worker = createServer((socket) => {
      socket.on('data', (bytes) => bytes.includes('REQUEST_URI') && socket.write(answer));
      socket.on('error', () => {}); // nginx has closed it
    });
    const { first, url } = await start('/messages', worker.listen(fpmPagesSocket(it)));
    assert.equal((await first.text()).length, body.length);
    const client = connect(Number(new URL(url).port), '127.0.0.1').pause();
    t.after(() => client.destroy());
    client.write('GET /messages HTTP/1.1\r\nhost: x\r\n\r\n');
    await sleep(1000);
    const unread = unreadInKernel(it.ports.laravel);
    assert.ok(unread > 0 && unread < 300_000, `${unread}`);
  },
);

test('of calls for messages that nobody reads an address has a share', () => {
  const messages = (/** @type {string} */ config) => /location = \/messages \{(.*?)\n {4}\}/s.exec(config)?.[1] ?? '';
  withConfig((config) => assert.match(messages(config), /limit_conn unread 1000;/));
  withConfig((config) => assert.doesNotMatch(messages(config), /unread/), { load: true });
});

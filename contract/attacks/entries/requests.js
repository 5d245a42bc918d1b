import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pause } from '../../suite/expect.js';
import { entries, entry } from '../entry.js';
import { dial, holdOpen, sendRaw } from '../rawHttp.js';

const json = 'content-type: application/json';

/** What is no HTTP/1.1 request, and what the first line of the answer may be. @type {Record<string, [string, (number | 'closed' | 'silence')[]]>} */
const malformed = {
  'Content-Length: abc': ['POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n{}', [400, 'closed']],
  'Content-Length: -1': ['POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}', [400, 'closed']],
  'a Content-Length beyond 2^64': [
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n{}',
    [400, 413, 'closed'],
  ],
  // A server that makes room for it has none left.
  'a Content-Length of 100 GB': [
    `POST /login HTTP/1.1\r\nhost: x\r\n${json}\r\ncontent-length: 99999999999\r\n\r\n{}`,
    [413],
  ],
  'two Content-Lengths that differ': [
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}',
    [400, 'closed'],
  ],
  'a chunk of size xyz': [
    `POST /login HTTP/1.1\r\nhost: x\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n`,
    [400, 'closed'],
  ],
  'a chunk of 2^70 bytes': [
    `POST /login HTTP/1.1\r\nhost: x\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n400000000000000000\r\n{}`,
    [400, 413, 'closed'],
  ],
  'bytes instead of a request': ['\0\x01\x02\xff\xfe\r\n\r\n', [400, 'closed']],
  'a TLS hello': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(300, '\xaa') + '\r\n\r\n', [400, 'closed']],
  'a request line of 100 KB': [
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    [400, 404, 413, 414, 431, 'closed'],
  ],
  'a header of 1 MB': [
    `GET /empty HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`,
    [200, 400, 413, 431, 'closed'],
  ],
  'ten thousand headers': [
    `GET /empty HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(10_000)}\r\n`,
    [200, 400, 413, 431, 'closed'],
  ],
  'a header without a colon': ['GET /empty HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n', [200, 400, 'closed']],
  'a header name with a space': ['GET /empty HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n', [200, 400, 'closed']],
  'HTTP/9.9': ['GET /empty HTTP/9.9\r\nhost: x\r\n\r\n', [200, 400, 505, 'closed']],
  'the method BREW': ['BREW /empty HTTP/1.1\r\nhost: x\r\n\r\n', [400, 405, 501, 'closed']],
  'the method get': ['get /empty HTTP/1.1\r\nhost: x\r\n\r\n', [200, 400, 405, 501, 'closed']],
  'CONNECT to elsewhere': [
    'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n',
    [400, 404, 405, 501, 'closed'],
  ],
  'TRACE with a cookie': ['TRACE /me HTTP/1.1\r\nhost: x\r\ncookie: secret=1\r\n\r\n', [400, 404, 405, 501, 'closed']],
  'OPTIONS *': ['OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n', [200, 204, 400, 404, 405, 'closed']],
  'an absolute address of another host': [
    'GET http://evil.example/empty HTTP/1.1\r\nhost: evil.example\r\n\r\n',
    [200, 400, 404, 421, 'closed'],
  ],
  'Transfer-Encoding: gzip, chunked': [
    `POST /login HTTP/1.1\r\nhost: x\r\n${json}\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    [400, 415, 422, 501, 'closed'],
  ],
  'an upgrade to h2c': [
    'GET /empty HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n',
    [200, 400, 404, 426, 501, 'closed'],
  ],
};

/**
 * Requests that never end, and what drips in after their beginning.
 * @type {Record<string, [(host: string) => string, string?]>}
 */
const neverFinished = {
  'connections that say nothing': [() => ''],
  'heads that stop': [(host) => `GET /health HTTP/1.1\r\nhost: ${host}\r\nx: `],
  'heads that drip in byte by byte': [(host) => `GET /health HTTP/1.1\r\nhost: ${host}\r\nx: `, 'a'],
  'handshakes that drip in byte by byte': [
    (host) => `GET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nx: `,
    'a',
  ],
  'bodies that are announced and never sent': [
    (host) => `POST /login HTTP/1.1\r\nhost: ${host}\r\n${json}\r\ncontent-length: 60000\r\n\r\n{"login":`,
  ],
  'bodies that drip in byte by byte': [
    (host) => `POST /login HTTP/1.1\r\nhost: ${host}\r\n${json}\r\ncontent-length: 60000\r\n\r\n{"login":`,
    'a',
  ],
  'chunked bodies without an end': [
    (host) => `POST /login HTTP/1.1\r\nhost: ${host}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n`,
    '1\r\na\r\n',
  ],
};

/** Paths that are none, and that must lead nowhere. @type {Record<string, string>} */
const paths = {
  'two slashes': '//',
  'a lone percent sign': '/%',
  'percent and no hex': '/%zz',
  'NUL in the path': '/me%00.html',
  'bytes that are no UTF-8 in the path': '/%ff%fe',
  'backslashes upwards': '/web/..%5c..%5c..%5cetc%5cpasswd',
  'a path of 7 KB': `/${'a/'.repeat(3500)}`,
  'overlong dots': '/web/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  'a semicolon session': '/me;jsessionid=1',
  'the script by its name': '/index.php/me',
  'tests behind a dot': '/web/./test/chat.test.js',
  'tests behind two dots': '/web/lib/../test/chat.test.js',
  'tests behind slashes': '/web///test/chat.test.js',
  'a package behind slashes': '/web//package.json',
  'a backslash alone': '/web/..%5c',
  'NUL in the name of a script': '/web/%00.js',
};

/** @type {Record<string, string>} */
const queries = {
  'a list': 'after[]=1',
  'an object': 'after[$gt]=1&limit[x]=y',
  'the same thousand times': 'after=1&'.repeat(1000),
  'a thousand parameters': Array.from({ length: 1000 }, (_, i) => `p${i}=1`).join('&'),
  'nested by the hundred': `after${'[a]'.repeat(300)}=1`,
  'half a percent sign': 'after=%',
  'no UTF-8': 'after=%ff&limit=%c3%28',
  'a prototype': '__proto__[after]=1&constructor=1',
};

/** How many descriptors this process may hold. */
const descriptorsMost = () =>
  Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);

export const list = [
  ...entries('request', malformed, async (h, [bytes, allowed]) => {
    const { statuses, text } = await h.raw(bytes, allowed, { ms: 3000 });
    // In the words of the contract, not in those of the program that could not read it.
    if (statuses[0] === 400)
      assert.match(text, /\r\n\r\n\{"error":\{"code":"bad_(request|json)","message":"[^"]+"\}\}$/);
  }),

  ...entries('path', paths, async (h, path) => {
    const answer = await h.server.call(path, { cookie: h.person.cookie });
    // Web servers fold slashes: // may be the page.
    assert.ok([400, 404, 414].includes(answer.status) || path === '//', `${answer.status}`);
    assert.doesNotMatch(answer.text, /root:|stack|node_modules|vendor/);
  }),

  ...entries('query', queries, async (h, query) => {
    const answer = await h.server.call(`/messages?${query}`, { cookie: h.person.cookie });
    assert.ok([200, 400, 414, 422, 431].includes(answer.status), `${answer.status}`);
  }),

  entry('fifty pipelined requests are answered in order, or the line is closed', async (h) => {
    const bytes = h.head('GET /health').repeat(49) + h.head('GET /no-such');
    const { statuses, closed } = await sendRaw(h.page, bytes, { ms: 3000, answers: 50 });
    assert.ok(statuses.length === 50 || closed, `${statuses.length} answers, then silence`);
    assert.ok(
      statuses.slice(0, 49).every((status) => status === 200),
      statuses.join(),
    );
  }),

  entry('a request hidden in the body of another is not answered', async (h) => {
    const hidden = h.head('GET /health');
    const bytes = `POST /login HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`;
    const answer = await h.raw(bytes, [400]);
    assert.equal(answer.statuses.length, 1, answer.statuses.join());
  }),

  entry('Content-Length and chunked at once smuggle nothing in', async (h) => {
    const hidden = h.head('GET /health');
    const head = `POST /login HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answer = await sendRaw(h.page, `${head}0\r\n\r\n${hidden}`, { ms: 1500, answers: 2 });
    // RFC 9112, 6.1: refused, or read as chunked. Then what follows is a request of its own, and all see it as one.
    assert.ok(answer.statuses.length === 0 || [400, 422, 415].includes(answer.statuses[0]), answer.text.slice(0, 200));
  }),

  entry('a chunked body that never ends', async (h) => {
    const socket = await dial(h.page);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(`POST /login HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n`);
    for (let i = 0; i < 300 && !socket.destroyed; i++) {
      socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`);
      await pause(3);
    }
    await pause(200);
    socket.destroy();
    assert.ok(text === '' || /^HTTP\/1\.1 (413|400|500)/.test(text), text.slice(0, 100));
  }),

  entry('thirty bodies that are announced and never sent', async (h) => {
    const beginning = `POST /login HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\ncontent-length: 60000\r\n\r\n{"login":`;
    const { release } = await holdOpen(h.page, 30, beginning);
    await pause(1200);
    release();
  }),

  entry('thirty heads that drip in byte by byte', async (h) => {
    const { release } = await holdOpen(h.page, 30, `GET /empty HTTP/1.1\r\nhost: ${h.page.host}\r\nx: `, { drip: 'a' });
    await pause(1500);
    release();
  }),

  entry('a hundred connections that say nothing', async (h) => {
    const { release } = await holdOpen(h.page, 100, '');
    await pause(800);
    release();
  }),

  // Beyond the 1,024 that select() can watch, and the 4,096 that wait in a queue.
  entry('six thousand connections that say nothing, and are gone again', async (h) => {
    // An address that holds its share gets no more: it must not be that of the people beside.
    const { release } = await holdOpen(h.page, Math.min(6000, descriptorsMost() - 1000), '', { from: '127.0.0.66' });
    try {
      assert.equal((await h.server.call('/health')).status, 200);
    } finally {
      release();
    }
    await pause(500);
    assert.equal((await h.server.call('/health')).status, 200);
  }),

  ...entries(
    'the server itself ends',
    neverFinished,
    async (h, [beginning, drip]) => {
      const ports = new Map([h.page, h.socketPort].map((url) => [url.host, url]));
      await Promise.all([...ports.values()].map((url) => h.outlasts(beginning(url.host), drip, url)));
    },
    { slow: true },
  ),

  entry('clients that hang up before their answer', async (h) => {
    for (let i = 0; i < 60; i++) {
      const socket = await dial(h.page);
      socket.write(h.head('GET /messages?limit=200', [`cookie: ${h.person.cookie}`]));
      if (i % 2) socket.resetAndDestroy();
      else socket.end();
    }
  }),

  entry('a body of 3 MB with its length told', async (h) => {
    const head = `POST /login HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\ncontent-length: 3000000\r\n\r\n`;
    await h.raw(Buffer.from(head + 'x'.repeat(3_000_000)), [413, 'closed'], { ms: 4000 });
  }),

  entry('a GET with a body, a POST with none of what it announced', async (h) => {
    await h.raw(`${h.head('GET /health', ['content-length: 5'])}hello`, [200]);
    const socket = await dial(h.page);
    socket.end(`POST /login HTTP/1.1\r\nhost: x\r\n${json}\r\ncontent-length: 10\r\n\r\n{}`);
    await pause(100);
  }),

  entry('Expect: 100-continue and something nobody can do', async (h) => {
    const expecting = (/** @type {string} */ what) =>
      `POST /logout HTTP/1.1\r\nhost: ${h.page.host}\r\n${json}\r\nexpect: ${what}\r\ncontent-length: 2\r\n\r\n{}`;
    await h.raw(expecting('100-continue'), [100, 204], { ms: 3000 });
    await h.raw(expecting('the impossible'), [204, 417, 'closed'], { ms: 3000 });
  }),

  entry('a packed body that unpacks to a mountain', async (h) => {
    const answer = await h.post('/login', Buffer.from('1f8b0800000000000003edc101', 'hex'), {
      'content-encoding': 'gzip',
    });
    assert.ok([400, 415].includes(answer.status), `${answer.status}`);
  }),

  entry('ranges and validators that make no sense', async (h) => {
    const { text } = await h.server.call('/');
    const file = /(?:src|href)="(\/web\/[^"#?]+\.js)/.exec(text)?.[1] ?? '/';
    const headers = {
      range: `bytes=${'0-,'.repeat(2000)}5-1`,
      'if-none-match': '*,'.repeat(1000),
      'if-modified-since': 'never',
    };
    const answer = await h.server.call(file, { headers });
    assert.ok([200, 206, 304, 400, 404, 416, 431].includes(answer.status), `${answer.status}`);
  }),
];

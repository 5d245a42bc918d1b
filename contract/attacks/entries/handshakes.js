import assert from 'node:assert/strict';
import { pause } from '../../suite/expect.js';
import { entries, entry } from '../entry.js';
import { dial, holdOpen } from '../rawHttp.js';

/** Handshakes that RFC 6455, 4.2.1 refuses. @type {Record<string, Record<string, string | undefined>>} */
const refused = {
  'without a key': { 'sec-websocket-key': undefined },
  'with a key that is not 16 bytes': { 'sec-websocket-key': 'c2hvcnQ=' },
  'with a key that is no base64': { 'sec-websocket-key': '!!!!!!!!!!!!!!!!!!!!!!==' },
  'of version 99': { 'sec-websocket-version': '99' },
  'of version abc': { 'sec-websocket-version': 'abc' },
  'without a version': { 'sec-websocket-version': undefined },
  'to another protocol': { upgrade: 'telnet' },
  'without Connection': { connection: 'keep-alive' },
};

/** Paths that are nearly those of the sockets. @type {Record<string, (path: string) => string>} */
const paths = {
  'without its last slash, or with one more': (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`),
  'with two slashes first': (path) => `/${path}`,
  'with a dot segment': (path) => `/.${path}`,
  'from above': (path) => `/x/..${path}`,
  'percent-encoded': (path) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  'in capitals': (path) => path.toUpperCase(),
  'with more behind it': (path) => `${path.replace(/\/$/, '')}/x`,
  'of the page': () => '/',
  'of messages': () => '/messages',
  'of the other wire': (path) => (path.startsWith('/app') ? '/socket.io/' : '/app/x'),
};

export const list = [
  ...entries('handshake at a path', paths, async (h, change) => {
    const url = new URL(h.wire.address(h.server));
    const raw = await h.socket({}, `ws://${url.host}${change(url.pathname)}${url.search}`);
    // Pusher's protocol tells who comes with a wrong key on the socket itself.
    if (raw.status === 101) assert.notEqual(await raw.closeCode(), 0, 'the handshake was taken, the socket stays');
  }),

  ...entries('handshake', refused, async (h, headers) => {
    const raw = await h.socket(headers);
    assert.ok(raw.status !== 101, 'the handshake was taken');
    assert.ok([0, 400, 404, 405, 426].includes(raw.status), `the handshake got ${raw.status}`);
  }),

  entry('handshake with an extension and a subprotocol nobody knows', async (h) => {
    const headers = {
      'sec-websocket-extensions': 'permessage-deflate; server_max_window_bits=99, x-evil; a="b',
      'sec-websocket-protocol': 'evil, x',
    };
    const raw = await h.socket(headers);
    assert.ok([101, 400].includes(raw.status), `the handshake got ${raw.status}`);
  }),

  entry('handshake by POST', async (h) => {
    const { pathname, search } = new URL(h.wire.address(h.server));
    const head = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${h.socketPort.host}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\ncontent-length: 0\r\n\r\n`;
    await h.raw(head, [400, 404, 405, 426, 'closed'], { url: h.socketPort });
  }),

  entry('Content-Length: abc on the socket’s port', async (h) => {
    const bytes = `POST /apps/chat/events HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n{}`;
    await h.raw(bytes, [400, 'closed'], { url: h.socketPort });
  }),

  entry('a header flood on the socket’s port', async (h) => {
    const bytes = `GET /socket HTTP/1.1\r\nhost: x\r\n${'x-flood: aaaaaaaaaaaaaaaa\r\n'.repeat(20_000)}\r\n`;
    await h.raw(bytes, [400, 404, 413, 431, 'closed'], { url: h.socketPort });
  }),

  entry('a thousand connections that never begin their handshake', async (h) => {
    const { release } = await holdOpen(h.socketPort, 1000, '', { from: '127.0.0.66' });
    await pause(500);
    release();
  }),

  entry('a thousand handshakes that never end', async (h) => {
    const { pathname, search } = new URL(h.wire.address(h.server));
    const { release } = await holdOpen(
      h.socketPort,
      1000,
      `GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nx: `,
      { from: '127.0.0.66' },
    );
    await pause(500);
    release();
  }),

  entry('a hundred handshakes that drip in byte by byte', async (h) => {
    const { release } = await holdOpen(h.socketPort, 100, 'GET /', { drip: 'a', everyMs: 50 });
    await pause(1500);
    release();
  }),

  entry('three hundred sockets that are opened and dropped at once', async (h) => {
    for (let round = 0; round < 15; round++) {
      const opened = await Promise.all(Array.from({ length: 20 }, () => h.socket().catch(() => undefined)));
      for (const raw of opened) raw?.socket.resetAndDestroy();
    }
  }),

  entry('two hundred sockets that shake hands and never join', async (h) => {
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, () => h.socket()));
    await pause(300);
  }),

  entry('frames in the same packet as the handshake', async (h) => {
    const { pathname, search, host } = new URL(h.wire.address(h.server));
    const socket = await dial(h.socketPort);
    const head = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x89, 0x80, 0, 0, 0, 0]), Buffer.alloc(300, 0xff)]));
    await pause(200);
    socket.destroy();
  }),
];

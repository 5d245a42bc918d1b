import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { io } from 'socket.io-client';
import { readConfig } from '../src/config.js';
import { createApp } from '../src/createApp.js';

/** @import { TestContext } from 'node:test' */

/**
 * Starts a chat on a free port, in an empty folder; it is removed when the test ends.
 * @param {TestContext} t
 * @param {Record<string, string>} [env]
 */
export async function startChat(t, env = {}) {
  const data = env.CHAT_DATA ?? (await emptyFolder(t));
  const start = () =>
    createApp(readConfig({ CHAT_PORT: '0', CHAT_LOG: 'silent', CHAT_BCRYPT_COST: '4', CHAT_DATA: data, ...env }));
  const app = await start();
  let open = true;
  const close = async () => {
    if (open) await app.close();
    open = false;
  };
  t.after(close);
  return { url: app.url, data, close };
}

export async function emptyFolder(t) {
  const folder = await mkdtemp(`${tmpdir()}/node-chat-test-`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A client with cookies, as a browser has them. */
export class Client {
  constructor(url) {
    this.url = url;
    this.cookie = '';
  }

  async call(method, path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    const cookie = response.headers.get('set-cookie');
    if (cookie) this.cookie = cookie.split(';')[0];
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text && text.startsWith('{') ? JSON.parse(text) : text,
    };
  }

  get = (path, headers) => this.call('GET', path, undefined, headers);
  post = (path, body = {}, headers) => this.call('POST', path, body, headers);

  async login(login = 'ann', password = 'secret') {
    const answer = await this.post('/login', { login, password });
    this.user = answer.body.user;
    return answer;
  }

  /** A socket with this client's session; its events are in `received`. */
  socket(t, options = {}) {
    const socket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: this.cookie },
      ...options,
    });
    t.after(() => socket.disconnect());
    socket.received = [];
    for (const event of ['welcome', 'messages', 'presence', 'connect_error', 'disconnect']) {
      socket.on(event, (payload) => socket.received.push([event, payload]));
    }
    return socket;
  }
}

/** The next event of a name, or one that has already come. */
export async function nextEvent(socket, event, ms = 60_000) {
  const found = await until(() => socket.received.find(([name]) => name === event), ms, `no ${event} within ${ms} ms`);
  socket.received.splice(socket.received.indexOf(found), 1);
  return found[1];
}

/** Waits until a check holds, up to a minute, long enough for a busy machine. */
export async function until(check, ms = 60_000, message = 'it never came true') {
  const end = performance.now() + ms;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > end) throw new Error(message);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

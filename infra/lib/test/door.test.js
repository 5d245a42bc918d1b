import assert from 'node:assert/strict';
import http from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fpmSocket } from '../parts/laravel.js';
import { children, pools } from '../parts/php-fpm.js';
import { END_REQUEST, fastCgi, needsNginx, nginxFor, STDOUT } from './nginxFor.js';

const ATTACKER = '127.0.0.66';
const OTHER = '127.0.0.67';
const SESSION = 'laravel_chat=known';
const ONE_USER = /laravel_chat=one-of-\d+/;
const NGINX_WORKERS = 2;

/**
 * PHP workers that answer when they are told to. The session `known` is one user's; all that begin with `one-of-` are
 * another's.
 * @typedef {{path: string, answer: () => void}} Request
 */
class Workers {
  /** @type {Request[]} */
  asked = [];
  isHolding = false;
  answered = 0;

  /** @param {string} socket */
  listen(socket) {
    return createServer((connection) => {
      connection.on('error', () => {});
      connection.on('data', (bytes) => {
        const text = bytes.toString('latin1');
        const [, path] = /REQUEST_URI(\/me(?:ssages)?(?:\?\w+)?)/.exec(text) ?? [];
        const user = text.includes(SESSION) ? 1 : ONE_USER.test(text) ? 2 : undefined;
        if (path) this.#take({ path, answer: () => this.#answer(connection, user) });
      });
    }).listen(socket);
  }

  /** @param {Request} request */
  #take(request) {
    this.asked.push(request);
    if (!this.isHolding) request.answer();
  }

  /** @returns {boolean} whether somebody had asked */
  answerNext() {
    const next = this.asked[this.answered];
    if (!next) return false;
    this.answered++;
    next.answer();
    return true;
  }

  /** Answers one after the other until nobody asks any more. */
  async answerAll() {
    do while (this.answerNext()) await sleep(5);
    while ((await sleep(300), this.asked.length > this.answered));
  }

  /** @param {import('node:net').Socket} connection @param {number} [user] */
  #answer(connection, user) {
    const told = user === undefined ? '' : `X-User-Of-Session: ${user}\r\n`;
    const answer = `Status: 200 OK\r\n${told}Content-Type: application/json\r\n\r\n{}`;
    connection.write(Buffer.concat([fastCgi(STDOUT, Buffer.from(answer)), fastCgi(END_REQUEST, Buffer.alloc(8))]));
  }
}

/** nginx before such workers. @param {import('node:test').TestContext} t @param {{load: boolean}} [mode] */
async function doorFor(t, mode) {
  const { it, start } = nginxFor(t, mode);
  const workers = new Workers();
  const { url } = await start('/me', ...pools(it).map((pool) => workers.listen(fpmSocket(it, pool))));
  /** @type {http.ClientRequest[]} */
  const sent = [];
  t.after(() => sent.forEach((request) => request.destroy()));
  /**
   * @param {string} path @param {string} localAddress @param {string} [cookie] @param {string} [method]
   * @returns {Promise<{status: number | undefined, headers: http.IncomingHttpHeaders, text: string} | null>}
   */
  const ask = (path, localAddress, cookie, method = 'GET') =>
    new Promise((done) => {
      const request = http.request(url + path, {
        method,
        localAddress,
        agent: false,
        headers: cookie ? { cookie } : {},
      });
      sent.push(request.end());
      request.on('error', () => done(null));
      request.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        done({ status: response.statusCode, headers: response.headers, text });
      });
    });
  const handedOnAtOnce = NGINX_WORKERS * children(it);
  const hold = () => {
    workers.isHolding = true;
    workers.asked = [];
    workers.answered = 0;
  };
  return { workers, ask, sent, hold, handedOnAtOnce };
}

/** @param {Workers} workers @param {string} path @returns {number} how many were handed on before it */
const placeOf = (workers, path) => workers.asked.findIndex((request) => request.path === path);

test('addresses take turns, however many of one wait', needsNginx, async (t) => {
  const { workers, ask, hold, handedOnAtOnce } = await doorFor(t);
  hold();
  for (let i = 0; i < 200; i++) ask('/me?attack', ATTACKER);
  await sleep(500);
  assert.equal(workers.asked.length, handedOnAtOnce);
  const other = ask('/me?other', OTHER);
  await sleep(200);
  await workers.answerAll();
  assert.equal((await other)?.status, 200);
  assert.equal(workers.asked.length, 201, 'all are served');
  assert.ok(placeOf(workers, '/me?other') <= 2 * handedOnAtOnce, `${placeOf(workers, '/me?other')}`);
});

test('of one address a user takes turns with invented sessions, which are one', needsNginx, async (t) => {
  const { workers, ask, hold, handedOnAtOnce } = await doorFor(t);
  // nginx knows by the answer that it is one.
  assert.equal((await ask('/me', ATTACKER, SESSION))?.status, 200);
  hold();
  for (let i = 0; i < 200; i++) ask('/me?attack', ATTACKER, `laravel_chat=invented${i}`);
  await sleep(500);
  const user = ask('/me?user', ATTACKER, SESSION);
  await sleep(200);
  await workers.answerAll();
  assert.equal((await user)?.status, 200);
  assert.ok(placeOf(workers, '/me?user') <= 2 * handedOnAtOnce, `${placeOf(workers, '/me?user')}`);
});

test('of one address users take turns, however many cookies one has', needsNginx, async (t) => {
  const { workers, ask, hold, handedOnAtOnce } = await doorFor(t);
  const cookies = Array.from({ length: 200 }, (_, i) => `laravel_chat=one-of-${i}`);
  // nginx learns from the answers whose they are.
  const headers = (await ask('/me', ATTACKER, SESSION))?.headers;
  assert.deepEqual([headers?.['content-type'], headers?.['x-user-of-session']], ['application/json', undefined]);
  await Promise.all(cookies.map((cookie) => ask('/me', ATTACKER, cookie)));
  hold();
  for (const cookie of cookies) ask('/me?attack', ATTACKER, cookie);
  await sleep(500);
  const user = ask('/me?user', ATTACKER, SESSION);
  await sleep(200);
  await workers.answerAll();
  assert.equal((await user)?.status, 200);
  assert.ok(placeOf(workers, '/me?user') <= 2 * handedOnAtOnce, `${placeOf(workers, '/me?user')}`);
});

test('whoever goes while a worker is at work has their turn until it has answered', needsNginx, async (t) => {
  const { workers, ask, sent, hold, handedOnAtOnce } = await doorFor(t);
  hold();
  for (let i = 0; i < 200; i++) ask('/me?gone', ATTACKER);
  await sleep(500);
  assert.equal(workers.asked.length, handedOnAtOnce);
  for (const request of sent) request.destroy();
  await sleep(300);
  assert.equal(workers.asked.length, handedOnAtOnce, 'nothing more is handed on');
  const other = ask('/me?other', OTHER);
  await sleep(200);
  await workers.answerAll();
  assert.equal((await other)?.status, 200);
  assert.ok(placeOf(workers, '/me?other') <= 2 * handedOnAtOnce, `${placeOf(workers, '/me?other')}`);
});

test(
  'of a thousand that wait an address gets no further place, and is told when to come again',
  needsNginx,
  async (t) => {
    const { workers, ask, hold } = await doorFor(t);
    hold();
    const attack = Array.from({ length: 1300 }, () => ask('/me?attack', ATTACKER));
    await sleep(2500);
    workers.isHolding = false;
    const other = ask('/me?other', OTHER);
    await workers.answerAll();
    assert.equal((await other)?.status, 200);
    const refused = (await Promise.all(attack)).filter((answer) => answer?.status !== 200);
    assert.ok(refused.length > 200, `${refused.length}`);
    for (const answer of refused) {
      assert.deepEqual([answer?.status, answer?.headers['retry-after']], [503, '1']);
      assert.equal(JSON.parse(answer?.text ?? '').error.code, 'too_many_connections');
    }
  },
);

for (const load of [false, true])
  test(
    `a send that has waited too long is refused and no worker sees it${load ? ', also without limits' : ''}`,
    needsNginx,
    async (t) => {
      const { workers, ask, hold } = await doorFor(t, { load });
      hold();
      /** @type {Awaited<ReturnType<typeof ask>>[]} */
      const refused = [];
      const sends = Array.from({ length: 400 }, () => ask('/messages', ATTACKER, undefined, 'POST'));
      for (const send of sends) send.then((answer) => answer?.status === 200 || refused.push(answer));
      await sleep(500);
      const other = ask('/me?other', OTHER);
      const seen = () => workers.asked.filter(({ path }) => path === '/messages').length;
      while (seen() + refused.length < sends.length) await sleep(50, undefined, { signal: t.signal });
      const handedOn = seen();
      assert.ok(handedOn > 0 && handedOn < sends.length / 2, `${handedOn}`);
      // Without limits all but sends is handed on as it comes.
      assert.equal(placeOf(workers, '/me?other') >= 0, load);
      await workers.answerAll();
      assert.equal((await other)?.status, 200);
      assert.equal(seen(), handedOn);
      const statuses = (await Promise.all(sends)).map((answer) => answer?.status);
      assert.equal(statuses.filter((status) => status === 200).length, handedOn);
      for (const answer of refused) {
        assert.deepEqual([answer?.status, answer?.headers['retry-after']], [503, '1']);
        assert.equal(JSON.parse(answer?.text ?? '').error.code, 'too_many_connections');
      }
    },
  );

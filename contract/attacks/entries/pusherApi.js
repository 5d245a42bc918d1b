import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { request } from '../../suite/request.js';
import { entries, entry } from '../entry.js';

const options = { wire: 'pusher', secret: true };
const app = process.env.PUSHER_APP_ID ?? 'chat';
const { CHAT_API_ADDRESS: address = '', CHAT_API_KEY: key = '', CHAT_API_SECRET: secret = '' } = process.env;
const api = new URL(address.startsWith('unix:') ? address : `http://${address || 'unknown'}`);

/**
 * The path of a signed call of the Pusher HTTP API (its documentation: "Authenticating requests").
 * @param {string} path below /apps/ID @param {string | Buffer} body
 * @param {Record<string, string>} [changed] query parameters to replace
 */
function signedPath(path, body, changed = {}, method = 'POST', by = secret) {
  const query = {
    auth_key: key,
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: '1.0',
    ...(body.length ? { body_md5: createHash('md5').update(body).digest('hex') } : {}),
    ...changed,
  };
  const full = `/apps/${app}${path}`;
  const pairs = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  const signature = createHmac('sha256', by).update(`${method}\n${full}\n${text}`).digest('hex');
  return `${full}?${text}&auth_signature=${signature}`;
}

/**
 * @param {string} path below /apps/ID @param {string | Buffer} body
 * @param {Record<string, string>} [changed] query parameters to replace
 */
export function signed(path, body, changed = {}, method = 'POST') {
  return request(api, signedPath(path, body, changed, method), {
    method,
    body: body.length ? body : undefined,
    headers: body.length ? { 'content-type': 'application/json' } : {},
  });
}

/** Triggers that mean nothing, each signed. @type {Record<string, any>} */
const triggers = {
  'without a name': { channel: 'x', data: '{}' },
  'with a name that is a list': { name: ['a'], channel: 'x', data: '{}' },
  'with a name of 300 characters': { name: 'n'.repeat(300), channel: 'x', data: '{}' },
  'with nested channels': { name: 'a', channels: [['x', ['y']]], data: '{}' },
  'with channels that are no list': { name: 'a', channels: 'x', data: '{}' },
  'with no channel': { name: 'a', data: '{}' },
  'with an empty list of channels': { name: 'a', channels: [], data: '{}' },
  'with 101 channels': { name: 'a', channels: Array.from({ length: 101 }, (_, i) => `c${i}`), data: '{}' },
  'with a channel that is a number': { name: 'a', channel: 7, data: '{}' },
  'with a bad channel name': { name: 'a', channel: 'a b', data: '{}' },
  'with data that is an object': { name: 'a', channel: 'x', data: { a: { b: [1] } } },
  'without data': { name: 'a', channel: 'x' },
  'with a socket_id that is a list': { name: 'a', channel: 'x', data: '{}', socket_id: ['1.1'] },
};

/** Queries by which a signed call is refused. @type {Record<string, Record<string, string>>} */
const stamps = {
  'of 1970': { auth_timestamp: '0' },
  'of an hour ago': { auth_timestamp: String(Math.floor(Date.now() / 1000) - 3600) },
  'of next year': { auth_timestamp: String(Math.floor(Date.now() / 1000) + 31_000_000) },
  'of no number': { auth_timestamp: 'now' },
  'of another key': { auth_key: 'nobody' },
  'of version 2': { auth_version: '2.0' },
  'over another body': { body_md5: '0'.repeat(32) },
};

export const list = [
  ...entries(
    'signed trigger',
    triggers,
    async (_, body) => {
      const { status, text } = await signed('/events', JSON.stringify(body));
      const harmless = typeof body.data === 'object' || body.socket_id;
      assert.ok((harmless ? [200, 400, 422] : [400, 413, 422]).includes(status), `${status} ${text}`);
    },
    options,
  ),

  ...entries(
    'signed trigger whose body is',
    {
      'no JSON': '{',
      'a list': '[]',
      'a number': '7',
      null: 'null',
      'not UTF-8': '{"name":"\xff"}',
      deep: '['.repeat(5000),
    },
    async (_, body) => {
      const { status } = await signed('/events', Buffer.from(body, 'latin1'));
      assert.ok([400, 422].includes(status), `${status}`);
    },
    options,
  ),

  ...entries(
    'batch',
    {
      'that is no list': { batch: 'x' },
      'that is missing': {},
      'of eleven events': { batch: Array.from({ length: 11 }, () => ({ name: 'a', channel: 'x', data: '{}' })) },
      'of lists': { batch: [[], [[]]] },
      'whose second event is bad': { batch: [{ name: 'a', channel: 'x', data: '{}' }, { name: 7 }] },
    },
    async (_, body) => {
      const { status } = await signed('/batch_events', JSON.stringify(body));
      assert.ok([400, 422].includes(status), `${status}`);
    },
    options,
  ),

  ...entries(
    'signature',
    stamps,
    async (_, changed) => {
      const { status } = await signed('/events', JSON.stringify({ name: 'a', channel: 'x', data: '{}' }), changed);
      assert.equal(status, 401);
    },
    options,
  ),

  entry(
    'a trigger without a signature, or with a list for one',
    async () => {
      for (const query of ['', '?auth_signature=x', '?auth_signature[]=x&auth_key[]=y', `?auth_key=${key}`]) {
        const { status } = await request(api, `/apps/${app}/events${query}`, { method: 'POST', body: '{}' });
        assert.ok([400, 401].includes(status), `${query} answered ${status}`);
      }
    },
    options,
  ),

  entry(
    'a trigger signed with what signs for pages',
    async (h) => {
      const pages = process.env.PUSHER_APP_SECRET ?? '';
      const body = JSON.stringify({ name: 'a', channel: 'x', data: '{}' });
      for (const [auth_key, by] of [
        [h.server.config.key ?? '', pages],
        [h.server.config.key ?? '', secret],
        [key, pages],
      ]) {
        const path = signedPath('/events', body, { auth_key }, 'POST', by);
        assert.equal((await request(api, path, { method: 'POST', body })).status, 401);
      }
    },
    options,
  ),

  entry(
    "the sockets' port knows no API, no metrics, and nothing of the process behind it",
    async (h) => {
      const body = JSON.stringify({ name: 'a', channel: 'x', data: '{}' });
      const paths = { [signedPath('/events', body)]: 'POST', [`/apps/${app}/channels`]: 'GET', '/metrics': 'GET' };
      for (const [path, method] of Object.entries(paths)) {
        const { status } = await request(h.socketPort, path, { method, body: method === 'POST' ? body : undefined });
        assert.ok([404, 413].includes(status), `${path} answered ${status}`);
      }
      const { json, headers } = await request(h.socketPort, '/health');
      assert.deepEqual(json, { status: 'ok', parts: { store: 'ok', socket: 'ok' } });
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'no-store');
    },
    { wire: 'pusher' },
  ),

  entry(
    'a signed trigger of an app that is not there',
    async () => {
      const { status } = await request(api, '/apps/nobody/events?auth_key=x', { method: 'POST', body: '{}' });
      assert.ok([400, 401, 404].includes(status), `${status}`);
    },
    options,
  ),

  ...entries(
    'an unsigned body of 60 MB is not read to its end',
    {
      'sent to the API': { path: `/apps/${app}/events`, url: api },
      "sent to the sockets' port": { path: `/apps/${app}/events` },
      'sent with a handshake': { path: '/app/key?protocol=7' },
    },
    async (h, { path, url = h.socketPort }) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 60000000\r\n\r\n`;
      const started = performance.now();
      await h.raw(Buffer.from(head + 'x'.repeat(3_000_000)), [400, 401, 404, 413, 'closed'], { url, ms: 3000 });
      assert.ok(performance.now() - started < 2900, 'it was still being read');
    },
    options,
  ),

  entry(
    'sixty triggers of 200 KB at once are each answered for themselves',
    async () => {
      const bodies = Array.from({ length: 60 }, (_, i) =>
        JSON.stringify({ name: `e${i}`, channel: 'x', data: 'x'.repeat(200_000) }),
      );
      const answers = await Promise.all(bodies.map((body) => signed('/events', body).catch(() => ({ status: 413 }))));
      for (const { status } of answers) assert.ok([200, 400, 413].includes(status), `${status}`);
    },
    options,
  ),

  entry(
    // Only where the call is signed does its body count: else it is refused at its head.
    'the server itself ends signed calls whose bodies drip in byte by byte',
    (h) => {
      const lines = [`POST ${signedPath('/events', '{}')} HTTP/1.1`, 'host: x', 'content-type: application/json'];
      return h.outlasts([...lines, 'content-length: 60000', '', '{'].join('\r\n'), 'a', api);
    },
    { ...options, slow: true },
  ),

  entry(
    'questions about channels with strange parameters',
    async () => {
      const paths = [
        '/channels/a%20b',
        '/channels/%ff',
        `/channels/${'x'.repeat(3000)}`,
        '/channels//users',
        '/users/x/terminate_connections/y',
      ];
      for (const path of paths) {
        const { status } = await signed(path, '', {}, 'GET');
        assert.ok([200, 400, 401, 404, 405, 414, 422].includes(status), `${path.slice(0, 30)} answered ${status}`);
      }
      const users = await signed('/channels/elsewhere/users', '', {}, 'GET');
      assert.ok([400, 404].includes(users.status), `${users.status}`);
    },
    options,
  ),
];

const assert = require('node:assert/strict');
const { EventEmitter } = require('node:events');
const http = require('node:http');
const { createRequire } = require('node:module');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { pathToFileURL } = require('node:url');
const { WebSocketServer } = require('ws');
const PusherEngine = require('..');

const server = http.createServer(async (request, response) => {
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  if (request.headers.cookie !== 'session=s1') return response.writeHead(401).end('{}');
  const auth = `key:signed-${form.get('socket_id')}-${form.get('channel_name')}`;
  return response.end(JSON.stringify({ auth, channel_data: '{"user_id":"1"}' }));
});
const sockets = new WebSocketServer({ server });
const handshakes = [];
const subscribed = [];
let url;
let options;

sockets.on('connection', (socket, request) => {
  const send = (event, data, channel) => socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
  handshakes.push(request);
  socket.on('message', (bytes) => {
    const { event, channel, data } = JSON.parse(bytes);
    if (event === 'pusher:subscribe') {
      subscribed.push(data);
      if (data.channel === 'private-refused') return send('pusher:error', { code: 4009, message: 'bad signature' });
      return send('pusher_internal:subscription_succeeded', {}, data.channel);
    }
    if (event === 'client-ask') send('answer', { id: data.id }, channel);
    if (event === 'client-close-me') socket.close(4200);
    return undefined;
  });
  if (request.headers['x-silent']) return;
  send('pusher:connection_established', { socket_id: `7.${handshakes.length}`, activity_timeout: 120 });
});

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${server.address().port}`;
  const authEndpoint = `http://127.0.0.1:${server.address().port}/auth`;
  options = { url, key: 'key', authEndpoint, timeout: 20 };
});
after(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

/** Artillery's own helpers, as it hands them to an engine. */
async function artilleryHelpers() {
  const root = path.dirname(createRequire(__filename).resolve('artillery/package.json'));
  return import(pathToFileURL(path.join(root, 'dist/lib/commons/engine_util.js')).href);
}

/** Takes one virtual user through a flow, as Artillery would. */
async function run(flow, { processor = {}, vars = {}, scenario = {}, own = {} } = {}) {
  const config = { engines: { pusher: { ...options, ...own } }, processor };
  const engine = new PusherEngine({ config }, null, await artilleryHelpers());
  const events = new EventEmitter();
  const seen = { errors: [], histograms: {}, counters: {} };
  events.on('error', (code) => seen.errors.push(code));
  events.on('histogram', (name, value) => (seen.histograms[name] ??= []).push(value));
  events.on('counter', (name, value) => (seen.counters[name] = (seen.counters[name] ?? 0) + value));
  const context = { vars: { session: 's1', ...vars }, funcs: {} };
  return new Promise((resolve) => {
    engine.createScenario({ flow, ...scenario }, events)(context, (error) => resolve({ error, context, ...seen }));
  });
}

const join = [{ connect: { authHeaders: { cookie: 'session={{ session }}' } } }, { subscribe: 'private-room' }];

test('a user connects, has its subscription signed, and its event is timed until the answer', async () => {
  const ask = { trigger: { channel: 'private-room', event: 'client-ask', data: { id: 7 }, response: 'answer' } };
  const { error, errors, histograms, counters } = await run([...join, ask]);
  assert.deepEqual([error, errors], [null, []]);
  assert.match(handshakes.at(-1).url, /^\/app\/key\?protocol=7/);
  assert.match(subscribed.at(-1).auth, /^key:signed-7\.\d+-private-room$/);
  assert.deepEqual(
    Object.entries(histograms).map(([name, values]) => [name, values.length]),
    [
      ['pusher.connect_ms', 1],
      ['pusher.subscribe_ms', 1],
      ['pusher.response_ms', 1],
    ],
  );
  assert.equal(counters['pusher.events_sent'], 1);
});

for (const { what, flow, own, vars, codes } of [
  {
    what: 'a signature that the application refuses',
    flow: join,
    vars: { session: 'none' },
    codes: ['pusher.auth_401'],
  },
  {
    what: 'a signature that the server refuses',
    flow: [join[0], { subscribe: 'private-refused' }],
    codes: ['pusher.error_4009'],
  },
  {
    what: 'nobody listening',
    flow: [{ connect: { url: 'ws://127.0.0.1:9' } }],
    codes: ['pusher.connect_ECONNREFUSED'],
  },
  {
    what: 'a server that never establishes the connection',
    flow: [{ connect: { headers: { 'x-silent': '1' } } }],
    own: { timeout: 0.3 },
    codes: ['pusher.connect_timeout'],
  },
  {
    what: 'an answer that does not come',
    flow: [...join, { trigger: { channel: 'private-room', event: 'client-ask', response: 'never' } }],
    own: { timeout: 0.3 },
    codes: ['pusher.response_timeout'],
  },
  {
    what: 'a connection that the server breaks while a step waits',
    flow: [...join, { trigger: { channel: 'private-room', event: 'client-close-me', response: 'never' } }],
    codes: ['pusher.error_4200'],
  },
  { what: 'a pause that is no number of seconds', flow: [{ think: 'a while' }], codes: ['pusher.bad_think'] },
  { what: 'a step before connect', flow: [{ subscribe: 'news' }], codes: ['pusher.not_connected'] },
]) {
  test(`${what} is one error, by its name`, async () => {
    const { error, errors } = await run(flow, { own, vars });
    assert.deepEqual([error.code, errors], [codes[0], codes]);
  });
}

test('a handshake that is refused is named by its status', async (t) => {
  const refusing = http.createServer().on('upgrade', (_request, socket) => socket.end('HTTP/1.1 503 Busy\r\n\r\n'));
  t.after(() => refusing.close());
  await new Promise((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { errors } = await run([{ connect: { url: `ws://127.0.0.1:${refusing.address().port}` } }]);
  assert.deepEqual(errors, ['pusher.connect_503']);
});

test('functions may be async or call back, find the client on the context, and end the scenario by failing', async () => {
  const order = [];
  const processor = {
    first: async (context) => order.push(context.pusher.connection.state),
    second: (_context, _ee, next) => setTimeout(() => next(order.push('second') && null), 5),
    third: (_context, _ee, next) => next(new Error('enough')),
  };
  const flow = ['first', 'second', 'third', 'first'].map((name) => ({ function: name }));
  const { error, errors, context } = await run([{ connect: {} }, ...flow], { processor });
  assert.deepEqual(order, ['connected', 'second']);
  assert.deepEqual([error.message, errors], ['enough', []]);
  assert.equal(context.pusher.connection.state, 'disconnected');
});

test('a loop repeats its steps, and a pause may be a variable', async () => {
  const ask = { trigger: { channel: 'private-room', event: 'client-ask' } };
  const { counters, errors } = await run([...join, { loop: [ask, { think: '{{ pause }}' }], count: 3 }], {
    vars: { pause: 0.01 },
  });
  assert.deepEqual([counters['pusher.events_sent'], errors], [3, []]);
});

test('hooks of a scenario are called, and a member or step that this engine does not know is refused by name', async () => {
  const called = [];
  const note = (name) => (_context, _ee, next) => (called.push(name), next());
  const processor = { before: note('before'), during: note('during'), after: note('after') };
  const scenario = { beforeScenario: 'before', afterScenario: ['after'], onError: [] };
  await run([{ function: 'during' }], { processor, scenario });
  assert.deepEqual(called, ['before', 'during', 'after']);
  const { error } = await run([], { scenario: { beforeScenario: 'nobody' } });
  assert.deepEqual([error.code, error.message], ['pusher.unknown_function', 'the processor has no nobody']);
  await assert.rejects(run([], { scenario: { count: 3 } }), /no count/);
  await assert.rejects(run([{ shout: 'hello' }]), /no such step: shout/);
});

const { after, before, beforeEach, test } = require('node:test');
const assert = require('node:assert/strict');
const http = require('node:http');
const { once } = require('node:events');
const { startTinyServer } = require('./tinyPusherServer');
const { runFlow } = require('./runFlow');

let server;
let options;
/** For who waits in vain. */
let impatient;
const login = { post: { url: '/login', json: { login: 'Ann' }, expect: 201 } };

before(async () => {
  server = await startTinyServer();
  options = { url: server.socketUrl, key: 'key', authEndpoint: `${server.url}/auth`, timeout: 20 };
  impatient = { ...options, timeout: 1 };
});
beforeEach(() => {
  server.received.length = 0;
  server.handshakes.length = 0;
});
after(() => server.close());

const run = (flow, extra = {}) => runFlow(flow, { options, target: server.url, ...extra });

test('a user logs in, and the cookie goes with the handshake and the signature request', async () => {
  const { error, errors } = await run([login, { connect: {} }, { subscribe: 'private-room' }]);
  assert.equal(error, undefined);
  assert.deepEqual(errors, []);
  assert.equal(server.handshakes[0].headers.cookie, 'session=s1');
  assert.match(server.handshakes[0].url, /^\/app\/key\?protocol=7/);
  assert.match(server.received[0].data.auth, /^key:signed-7\.\d+-private-room$/);
});

test('a private channel without a session is an error that names the answer', async () => {
  const { error, errors } = await run([{ connect: {} }, { subscribe: 'private-room' }]);
  assert.equal(error.code, 'pusher.auth_401');
  assert.deepEqual(errors, ['pusher.auth_401']);
});

test('a public channel needs no signature', async () => {
  const { error } = await run([{ connect: {} }, { subscribe: { channel: 'news' } }]);
  assert.equal(error, undefined);
  assert.equal(server.received[0].data.auth, undefined);
});

test('a signature that the server refuses is an error', async () => {
  const stale = { ...options, authEndpoint: `${server.url}/auth` };
  const processor = {
    spoil: (context, _ee, next) => {
      context.pusher.authorize = async () => ({ auth: 'key:wrong' });
      next();
    },
  };
  const flow = [login, { connect: {} }, { function: 'spoil' }, { subscribe: 'private-room' }];
  const { errors } = await run(flow, { options: stale, processor });
  assert.deepEqual(errors, ['pusher.error_4009']);
});

test('a client event is timed until the ack that matches it', async () => {
  const ask = {
    channel: 'news',
    event: 'client-ask',
    data: { id: 'a{{ n }}' },
    ack: { event: 'answer', match: { id: 'a{{ n }}' } },
  };
  const flow = [{ connect: {} }, { subscribe: 'news' }, { trigger: ask }];
  const { error, histograms, counters } = await run(flow, { vars: { n: 7 } });
  assert.equal(error, undefined);
  assert.equal(histograms['pusher.ack_ms'].length, 1);
  assert.ok(histograms['pusher.ack_ms'][0] > 0);
  assert.equal(counters['pusher.events_sent'], 1);
});

test('the ack of another client event is not taken for this one', async () => {
  const ask = {
    channel: 'news',
    event: 'client-ask',
    data: { id: 'mine' },
    ack: { event: 'answer', match: { id: 'theirs' } },
  };
  const flow = [{ connect: {} }, { subscribe: 'news' }, { trigger: ask }];
  const { errors } = await run(flow, { options: impatient });
  assert.deepEqual(errors, ['pusher.ack_timeout']);
});

test('an ack that says no is an error where the step expects a yes', async () => {
  const ask = {
    channel: 'news',
    event: 'client-ask',
    data: { id: 'x', ok: false },
    ack: { event: 'answer', expect: { ok: true } },
  };
  const { errors } = await run([{ connect: {} }, { subscribe: 'news' }, { trigger: ask }]);
  assert.deepEqual(errors, ['pusher.ack_unexpected']);
});

test('waitFor takes an event that came before it, once, and captures from it', async () => {
  const say = { trigger: { channel: 'news', event: 'client-say', data: { text: 'hello' } } };
  const wait = { waitFor: { event: 'said', channel: 'news', capture: { json: '$.text', as: 'heard' } } };
  const { error, context } = await run([{ connect: {} }, { subscribe: 'news' }, say, { think: 0.05 }, wait]);
  assert.equal(error, undefined);
  assert.equal(context.vars.heard, 'hello');
  const flow = [{ connect: {} }, { subscribe: 'news' }, say, { waitFor: 'said' }, { waitFor: 'said' }];
  const twice = await run(flow, { options: impatient });
  assert.deepEqual(twice.errors, ['pusher.wait_timeout']);
});

test('waitFor passes over an event whose data does not fit', async () => {
  const say = (text) => ({ trigger: { channel: 'news', event: 'client-say', data: { text } } });
  const wait = { waitFor: { event: 'said', where: { text: 'two' }, capture: { json: '$.text', as: 'heard' } } };
  const { context } = await run([{ connect: {} }, { subscribe: 'news' }, say('one'), say('two'), wait]);
  assert.equal(context.vars.heard, 'two');
});

test('a connection that the server breaks is counted with its code and ends a wait', async () => {
  const flow = [
    { connect: {} },
    { subscribe: 'news' },
    { trigger: { channel: 'news', event: 'client-close-me', data: { code: 4009 } } },
    { waitFor: 'never' },
  ];
  const { errors } = await run(flow);
  assert.deepEqual(errors, ['pusher.disconnected_4009', 'pusher.disconnected']);
});

test('a client that is to reconnect subscribes again, and says so', async () => {
  const seen = [];
  const processor = {
    listen: (context, _ee, next) => {
      context.pusher.on('break', ({ code }) => seen.push(code));
      context.pusher.on('return', () => seen.push('return'));
      next();
    },
    comeBack: async ({ pusher }) => seen.includes('return') || once(pusher, 'return'),
  };
  const close = { trigger: { channel: 'news', event: 'client-close-me', data: { code: 4200 } } };
  const flow = [{ connect: {} }, { subscribe: 'news' }, { function: 'listen' }, close, { function: 'comeBack' }];
  const { error, errors } = await run(flow, { options: { ...options, reconnect: true }, processor });
  assert.equal(error, undefined);
  assert.deepEqual(seen, [4200, 'return']);
  assert.deepEqual(errors, ['pusher.disconnected_4200']);
  assert.equal(server.received.filter(({ event }) => event === 'pusher:subscribe').length, 2);
});

test('nobody listening is an error with the code of the system', async () => {
  const { errors } = await run([{ connect: { url: 'ws://127.0.0.1:9' } }]);
  assert.deepEqual(errors, ['pusher.connect_ECONNREFUSED']);
});

test('a server that never establishes the connection is a timeout', async () => {
  const silent = await startTinyServer({ establish: false });
  const { errors } = await run([{ connect: { url: silent.socketUrl } }], { options: impatient });
  await silent.close();
  assert.deepEqual(errors, ['pusher.connect_timeout']);
});

test('an answer that a step does not expect ends the scenario', async () => {
  const { errors, context } = await run([
    { post: { url: '/login', json: { login: 'Ann' }, expect: 200 } },
    { connect: {} },
  ]);
  assert.deepEqual(errors, ['pusher.http_201']);
  assert.equal(context.pusher, undefined);
});

test('functions may be async or call back, find the client on the context, and end the scenario by failing', async () => {
  const order = [];
  const processor = {
    first: async (context) => order.push(context.pusher.connected),
    second: (_context, _ee, next) => setTimeout(() => next(order.push('second') && null), 5),
    third: (_context, _ee, next) => next(new Error('enough')),
  };
  const flow = [
    { connect: {} },
    { function: 'first' },
    { function: 'second' },
    { function: 'third' },
    { subscribe: 'news' },
  ];
  const { error, errors } = await run(flow, { processor });
  assert.deepEqual(order, [true, 'second']);
  assert.equal(error.message, 'enough');
  assert.deepEqual(errors, []);
  assert.deepEqual(server.received, []);
});

test('a loop repeats its steps, connect among them', async () => {
  await run([{ loop: [{ connect: {} }, { subscribe: 'news' }, { disconnect: {} }], count: 3 }]);
  assert.equal(server.handshakes.length, 3);
});

test('a step that does not exist is named', async () => {
  const { error } = await run([{ shout: 'hello' }]);
  assert.equal(error.code, 'pusher.unknown_step');
});

test('the connection is closed when the flow is over', async () => {
  await run([{ connect: {} }, { subscribe: 'news' }]);
  for (let tries = 0; server.sockets.size > 0 && tries < 500; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(server.sockets.size, 0);
});

// Whoever pings or answers on a connection that is gone throws out of a timer, which would end Artillery's worker: the
// test runner fails the test that this happens in.
test('a closed connection is silent, whatever the server had under way to it', async (t) => {
  const brisk = await startTinyServer({ activitySeconds: 0.05 });
  t.after(() => brisk.close());
  const processor = {
    closeWhileTheServerSpeaks: async ({ pusher }) => {
      for (const socket of brisk.sockets) {
        socket.send(JSON.stringify({ event: 'pusher:ping', data: '{}' }));
        socket.send(JSON.stringify({ event: 'said', channel: 'news', data: '{}' }));
      }
      pusher.close();
    },
  };
  const flow = [{ connect: {} }, { subscribe: 'news' }, { function: 'closeWhileTheServerSpeaks' }, { think: 0.2 }];
  const { counters, errors } = await run(flow, { options: { ...options, url: brisk.socketUrl }, processor });
  assert.deepEqual(errors, []);
  // That of the subscription; what came after the close is nobody's.
  assert.equal(counters['pusher.events_received'], 1);
});

test('an attempt to come back that failed leaves no ping behind', async (t) => {
  const brisk = await startTinyServer({ activitySeconds: 0.05 });
  t.after(() => brisk.close());
  const processor = {
    loseTheSession: async ({ pusher }) => {
      pusher.authorize = async () => {
        throw new Error('the application is away');
      };
    },
  };
  const close = { trigger: { channel: 'private-room', event: 'client-close-me', data: { code: 4200 } } };
  const flow = [login, { connect: {} }, { subscribe: 'private-room' }, { function: 'loseTheSession' }, close];
  const settings = { ...options, url: brisk.socketUrl, authEndpoint: `${brisk.url}/auth`, reconnect: true };
  const { errors } = await run([...flow, { think: 0.2 }], { options: settings, target: brisk.url, processor });
  assert.deepEqual(errors, ['pusher.disconnected_4200']);
});

test('a handshake that is refused is named by its status', async (t) => {
  const refusing = http.createServer().on('upgrade', (_request, socket) => socket.end('HTTP/1.1 503 Busy\r\n\r\n'));
  t.after(() => refusing.close());
  await new Promise((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { errors } = await run([{ connect: { url: `ws://127.0.0.1:${refusing.address().port}` } }]);
  assert.deepEqual(errors, ['pusher.connect_503']);
});

test('a pause by a variable is as long as one by a number', async () => {
  const started = performance.now();
  await run([{ think: '{{ pause }}' }], { vars: { pause: 0.2 } });
  assert.ok(performance.now() - started >= 199);
});

test('a scenario has its hooks called, and a member that is none is refused by name', async () => {
  const called = [];
  const note = (name) => (_context, _ee, next) => (called.push(name), next());
  const processor = { before: note('before'), during: note('during'), after: note('after') };
  const scenario = { beforeScenario: 'before', afterScenario: ['after'], onError: [] };
  await run([{ function: 'during' }], { processor, scenario });
  assert.deepEqual(called, ['before', 'during', 'after']);
  await assert.rejects(run([], { scenario: { count: 3 } }), /no count/);
});

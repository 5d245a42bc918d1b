import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, config, logIn, foreignSockets, person, server, url, without } from '../harness/underTest.js';
import { wires } from '../harness/wires.js';
import { authorize } from '../harness/wires/pusher.js';

const wire = wires[config.wire];
const byTransports = { skip: config.transports === undefined && 'this wire has one transport' };
const byProof = { skip: config.authEndpoint === undefined && 'this wire joins by the handshake' };

test('welcome comes first and once, with user, count and last id', { skip: without('welcome') }, async () => {
  const ann = await person();
  const { message } = (await ann.say('before')).json;
  const { welcome, received } = await ann.join();
  assert.deepEqual(welcome.me, ann.user);
  assert.ok(welcome.online.count >= 1);
  // The server pushes messages above lastId.
  if (welcome.lastId < message.id) await received.message(message.clientId);
  const after = (await ann.say('after')).json.message;
  await received.message(after.clientId);
  assert.ok(welcome.lastId < after.id);
  const names = received.events.map(({ name }) => name).filter((name) => !name.startsWith('pusher'));
  assert.equal(names[0], 'welcome');
  assert.equal(names.filter((name) => name === 'welcome').length, 1);
});

test('a socket without a session, or with an ended one, gets not_logged_in and does not join', async () => {
  const ann = await person();
  const [name] = ann.cookie.split('=');
  await ann.logOut();
  for (const cookie of ['', `${name}=forged`, ann.cookie])
    await assert.rejects(wire.join(server, cookie), { code: 'not_logged_in' }, cookie);
});

test('a client without cookies joins with the token of its login, until a logout ends it', async () => {
  const { token } = (await logIn({ token: true })).json;
  const { ended } = await wire.join(server, '', { token });
  await call('POST', '/logout', { headers: { authorization: `Bearer ${token}` }, json: {} });
  assert.equal(await ended, 'session');
  await assert.rejects(wire.join(server, '', { token }), { code: 'not_logged_in' });
});

test('a handshake is refused from another site’s page, not from the own page', { skip: foreignSockets }, async () => {
  const { port, origin } = new URL(url);
  const { cookie } = await person();
  const others = ['http://evil.example', `https://127.0.0.1:${port}`, 'http://127.0.0.1:1', 'null'];
  for (const other of others) assert.equal((await server.openSocket({ cookie, origin: other })).status, 403, other);
  // If the handshake's cookie is the proof, a page that sends no Origin must not join by it either.
  if (!config.authEndpoint)
    assert.equal((await server.openSocket({ cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
  const own = [{ cookie, origin }, { cookie }];
  for (const headers of own) {
    const { status, socket } = await server.openSocket(headers);
    socket.terminate();
    assert.equal(status, 101);
  }
});

test('only the server’s own page gets the proof with which a socket joins', byProof, async () => {
  const ann = await person();
  const { socket, received } = await server.openSocket();
  const { socket_id: socketId } = await received.next('pusher:connection_established');
  socket.terminate();
  const ask = async (cookie, other = {}) => (await authorize(server, cookie, socketId, other)).json.error?.code;
  const foreign = [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
  assert.equal(await ask(ann.cookie), undefined);
  for (const headers of foreign) assert.equal(await ask(ann.cookie, { headers }), 'origin_not_allowed');
  assert.equal(await ask(''), 'not_logged_in');
  assert.equal(await ask(ann.cookie, { channel: 'presence-other' }), 'channel_not_allowed');
  const headers = { 'content-type': 'text/plain' };
  assert.equal(await ask(ann.cookie, { headers }), 'unsupported_media_type');
});

test('a socket cannot join with the signature of another socket', byProof, async () => {
  const { cookie } = await person();
  const [mine, other] = await Promise.all([server.openSocket(), server.openSocket()]);
  const { socket_id: socketId } = await other.received.next('pusher:connection_established');
  const { json } = await authorize(server, cookie, socketId);
  mine.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: config.channel, ...json } }));
  const refused = ['pusher:error', 'pusher:subscription_error'].map((name) => mine.received.next(name));
  await Promise.any([...refused, mine.closed]);
  assert.ok(!mine.received.events.some(({ name }) => /welcome|succeeded/.test(name)));
});

test('every transport of the wire carries the chat both ways', byTransports, async (t) => {
  const ann = await person();
  for (const transport of config.transports)
    await t.test(transport, async () => {
      const { received, send, close } = await ann.join({ transport });
      const { message } = await send({ text: `by ${transport}`, clientId: transport });
      assert.deepEqual(await received.message(transport), message);
      const posted = (await ann.say('by POST')).json.message;
      assert.deepEqual(await received.message(posted.clientId), posted);
      close();
    });
});

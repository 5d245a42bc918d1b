import assert from 'node:assert/strict';
import { expectError } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';
import { request } from '../suite/request.js';
import { authorize, raw } from './pusherRaw.js';

/** What the Pusher protocol, version 7, asks of a server. @type {import('./driver.js').Driver['idioms']} */
export const pusherIdioms = {
  async handshake(server, cookie) {
    const { socket, inbox } = await raw(server, cookie, { join: false });
    const established = await inbox.next('pusher:connection_established').finally(() => socket.terminate());
    assert.match(established.socket_id, /^\d+\.\d+$/);
    assert.ok(established.activity_timeout >= 1, JSON.stringify(established));
  },

  async early(server, cookie) {
    const { socket, inbox, closed } = await raw(server, cookie, { join: false });
    await inbox.next('pusher:connection_established');
    const clientId = freshClientId();
    const data = { text: 'too early', clientId };
    socket.send(JSON.stringify({ event: 'client-message', channel: server.config.channel, data }));
    await Promise.race([closed, inbox.next('ack', undefined, 700).catch(() => {})]);
    socket.terminate();
    return clientId;
  },

  async forged(server, cookie) {
    const other = await raw(server, cookie, { join: false });
    const stolen = await authorize(server, cookie, (await other.inbox.next('pusher:connection_established')).socket_id);
    const { socket, inbox, closed } = await raw(server, cookie, { join: false });
    await inbox.next('pusher:connection_established');
    const data = { channel: server.config.channel, ...stolen.json };
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data }));
    const refused = Promise.any([inbox.next('pusher:error'), inbox.next('pusher:subscription_error'), closed]);
    await refused.finally(() => [socket, other.socket].forEach((each) => each.terminate()));
    assert.ok(!inbox.events.some(({ name }) => name === 'welcome'), 'the signature of another socket has joined');
    // What could be read in two ways is not signed at all.
    for (const type of ['application/x-www-form-urlencoded;/json', 'application/json', 'text/plain']) {
      const asked = { method: 'POST', cookie, headers: { 'content-type': type }, body: 'socket_id=1.1&channel_name=x' };
      expectError(await request(server.url, server.config.authEndpoint ?? '', asked), 'unsupported_media_type');
    }
  },

  async liveness(server, cookie) {
    const { socket, inbox } = await raw(server, cookie, { join: false });
    await inbox.next('pusher:connection_established');
    socket.send('{"event":"pusher:ping","data":{}}');
    await inbox.next('pusher:pong').finally(() => socket.terminate());
  },

  async elsewhere(server, cookie) {
    const { socket, inbox } = await raw(server, cookie, { join: false });
    await inbox.next('pusher:connection_established');
    socket.send('{"event":"pusher:subscribe","data":{"channel":"elsewhere"}}');
    await inbox.next('pusher_internal:subscription_succeeded');
    const clientId = freshClientId();
    const data = { text: 'in the wrong room', clientId };
    socket.send(JSON.stringify({ event: 'client-message', channel: 'elsewhere', data }));
    await inbox.next('ack', undefined, 700).then(
      (ack) => assert.ok(!ack.ok, 'a client that is not in the chat has spoken in it'),
      () => undefined,
    );
    socket.terminate();
  },

  async requests(server, cookie, headers) {
    return { authorization: (await authorize(server, cookie, '1.1', undefined, headers)).status };
  },
};

import assert from 'node:assert/strict';
import { Inbox } from '../suite/inbox.js';
import { request } from '../suite/request.js';
import { freshClientId } from '../suite/person.js';
import { openBareSocket } from './bareSocket.js';
import { raw, socketAddress } from './socketioRaw.js';

/** What Engine.IO 4 and Socket.IO 5 ask of a server. @type {import('./driver.js').Driver['idioms']} */
export const socketioIdioms = {
  async handshake(server, cookie) {
    const { socket, inbox } = await raw(server, cookie, { join: false });
    const open = await inbox.next('packet 0');
    socket.terminate();
    assert.equal(typeof open.sid, 'string');
    assert.ok(open.pingInterval >= 1000 && open.pingTimeout >= 1000, JSON.stringify(open));
    assert.ok(Array.isArray(open.upgrades));
  },

  async early(server, cookie) {
    const { socket, inbox, closed } = await raw(server, cookie, { join: false });
    await inbox.next('packet 0');
    const clientId = freshClientId();
    socket.send(`421${JSON.stringify(['message', { text: 'too early', clientId }])}`);
    await Promise.race([closed, inbox.next('ack', undefined, 700).catch(() => {})]);
    socket.terminate();
    return clientId;
  },

  async forged(server, cookie) {
    const { socket, inbox } = await raw(server, `${cookie.split('=')[0]}=forged`, { join: false });
    socket.send('40');
    const refused = await inbox.next('packet 44').finally(() => socket.terminate());
    assert.equal(refused.data.code, 'not_logged_in');
  },

  async liveness(server, cookie) {
    // The probe by which a client moves from polling to WebSocket: 2probe is answered by 3probe.
    const base = new URL(server.config.socketUrl);
    const opened = await request(base, '/socket.io/?EIO=4&transport=polling', { cookie });
    const { sid } = JSON.parse(opened.text.slice(1));
    const inbox = new Inbox();
    const address = socketAddress(server, `EIO=4&transport=websocket&sid=${sid}`);
    const { socket } = await openBareSocket(address, { cookie }, (text) => inbox.put('answer', text));
    assert.ok(socket, 'the upgrade was refused');
    socket.send('2probe');
    await inbox.next('answer', (text) => text === '3probe').finally(() => socket.terminate());
  },

  async elsewhere(server, cookie) {
    const { socket, inbox } = await raw(server, cookie, { join: false });
    await inbox.next('packet 0');
    socket.send('40/elsewhere,');
    const refused = await inbox.next('packet 44').finally(() => socket.terminate());
    assert.match(JSON.stringify(refused), /namespace/i);
  },

  async requests(server, cookie, headers) {
    const base = new URL(server.config.socketUrl);
    const polling = '/socket.io/?EIO=4&transport=polling';
    const { sid } = JSON.parse((await request(base, polling, { cookie })).text.slice(1));
    const byPolling = async (/** @type {string} */ path, /** @type {string} */ body = '') => {
      const call = { cookie, headers, timeoutMs: 1000, ...(body && { method: 'POST', body }) };
      // A poll that is let in waits for something to be told.
      return request(base, path, call).then(
        ({ status }) => status,
        () => 200,
      );
    };
    const bySocket = async (/** @type {string} */ query) => {
      const { socket, status } = await openBareSocket(socketAddress(server, query), { cookie, ...headers });
      socket?.terminate();
      return status;
    };
    const answers = {
      'handshake by polling': await byPolling(polling),
      'handshake by WebSocket': await bySocket('EIO=4&transport=websocket'),
      POST: await byPolling(`${polling}&sid=${sid}`, '40'),
      upgrade: await bySocket(`EIO=4&transport=websocket&sid=${sid}`),
      poll: await byPolling(`${polling}&sid=${sid}`),
    };
    // A client that polled and went without a word stays joined for the 45 s of a missed ping, to be counted by other checks.
    await request(base, `${polling}&sid=${sid}`, { cookie, method: 'POST', body: '1' }).catch(() => {});
    return answers;
  },
};

import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { eventually, expectErrorBody, expectStatus, pause } from '../suite/expect.js';
import { freshClientId, freshLogin, PASSWORD } from '../suite/person.js';

/** @param {Promise<any>} ended @param {number} [ms] */
const within = (ended, ms = 3000) => Promise.race([ended, pause(ms).then(() => 'still open')]);

export const checks = [
  check('a socket without a session is told not_logged_in and does not join', async (t) => {
    expectErrorBody(await t.driver.refusal(t.server), 'not_logged_in');
  }),

  check('a socket with a cookie that is no session is told not_logged_in', async (t) => {
    expectErrorBody(await t.driver.refusal(t.server, 'node_chat=forged; laravel_chat=forged'), 'not_logged_in');
  }),

  check('a socket with the cookie of a session that has ended is told not_logged_in', async (t) => {
    const person = await t.person();
    await person.logOut();
    expectErrorBody(await t.driver.refusal(t.server, person.cookie), 'not_logged_in');
  }),

  check('a logout closes the sockets of its session, and says it was the server', async (t) => {
    const { person, connection } = await t.joined();
    const tab = await t.join(person);
    expectStatus(await person.logOut(), 204);
    assert.equal(await within(connection.ended), 'session');
    assert.equal(await within(tab.ended), 'session');
  }),

  check('a logout leaves the sockets of other sessions open, of the same user too', async (t) => {
    const [ann, { connection: other }] = [await t.person(), await t.joined()];
    const again = await ann.again();
    const [closing, staying] = [await t.join(ann), await t.join(again)];
    await ann.logOut();
    assert.equal(await within(closing.ended), 'session');
    const { clientId } = await again.store();
    await staying.inbox.message(clientId);
    await other.inbox.message(clientId);
  }),

  check('a login over a session closes the sockets of that session', async (t) => {
    const { person, connection } = await t.joined();
    await person.post('/login', { login: freshLogin(), password: PASSWORD });
    assert.equal(await within(connection.ended), 'session');
  }),

  check('a socket whose session has ended gets no more messages', async (t) => {
    const [{ person, connection }, { person: other }] = [await t.joined(), await t.joined()];
    await person.logOut();
    await within(connection.ended);
    const { clientId } = await other.store();
    await pause(300);
    assert.ok(!connection.inbox.messages.some((message) => message.clientId === clientId));
  }),

  check(
    'a user may have 20 joined sockets, over all sessions; one more is told too_many_connections, until another is gone',
    async (t) => {
      const person = await t.person();
      const again = await person.again();
      const joined = [];
      for (let i = 0; i < limits.socketsPerUserMax; i++) joined.push(await t.raw(i % 2 ? person : again));
      expectErrorBody(await t.driver.refusal(t.server, person.cookie), 'too_many_connections');
      joined[0].socket.terminate();
      const { inbox } = await eventually(() => t.join(again), 5000);
      const { clientId } = await person.store();
      await Promise.all([...joined.slice(1).map((raw) => raw.inbox), inbox].map((each) => each.message(clientId)));
    },
    { rateLimited: true },
  ),

  check(
    'a frame of exactly 65,536 bytes is read',
    async (t) => {
      const raw = await t.raw(await t.person());
      const clientId = freshClientId();
      const packet = raw.packet({ text: 'large', clientId }, limits.frameMaxBytes);
      assert.equal(Buffer.byteLength(packet), limits.frameMaxBytes);
      raw.send(packet);
      assert.equal((await raw.ack(clientId)).ok, true);
    },
    { needs: 'socketSend' },
  ),

  check('a frame of 65,537 bytes closes the socket with 1009', async (t) => {
    const raw = await t.raw(await t.person());
    raw.send(raw.packet({ text: 'too large', clientId: freshClientId() }, limits.frameMaxBytes + 1));
    assert.equal(await within(raw.closed), 1009);
  }),

  check('what was in a frame that is too large is not stored', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const raw = await t.raw(person);
    raw.send(raw.packet({ text: 'too large', clientId: freshClientId() }, limits.frameMaxBytes + 1));
    await within(raw.closed);
    const stored = await person.catchUp(id);
    assert.ok(!stored.some(({ user }) => user.id === person.user.id));
  }),

  check('a frame that is too large closes that one socket, not another of the same session', async (t) => {
    const person = await t.person();
    const [raw, other] = [await t.raw(person), await t.join(person)];
    raw.send(raw.packet({ text: 'too large', clientId: freshClientId() }, limits.frameMaxBytes * 2));
    await within(raw.closed);
    const ack = await other.send({ text: 'still here', clientId: freshClientId() });
    assert.equal(ack.ok, true);
  }),

  check('a ping frame is answered by a pong with the same bytes', async (t) => {
    const { socket } = await t.raw(await t.person());
    const pong = new Promise((resolve) => socket.on('pong', (data) => resolve(String(data))));
    socket.ping('are you there');
    assert.equal(await within(pong), 'are you there');
  }),

  check(
    'frames that mean nothing here are ignored, and the socket lives on',
    async (t) => {
      const raw = await t.raw(await t.person());
      for (const frame of t.driver.unknownFrames) raw.send(frame);
      const clientId = freshClientId();
      raw.send(raw.packet({ text: 'still here', clientId }));
      assert.equal((await raw.ack(clientId)).ok, true);
    },
    { needs: 'socketSend' },
  ),

  check('frames that are no packet of the wire never disturb another socket', async (t) => {
    const [person, { connection: other }] = [await t.person(), await t.joined()];
    for (const frame of t.driver.malformedFrames) {
      const raw = await t.raw(person);
      raw.send(frame);
      await Promise.race([raw.closed, pause(100)]);
    }
    const ack = await other.send({ text: 'undisturbed', clientId: freshClientId() });
    assert.equal(ack.ok, true);
    await other.inbox.message(ack.message.clientId);
  }),

  check(
    'a message that came in fragments is read as one',
    async (t) => {
      const raw = await t.raw(await t.person());
      const clientId = freshClientId();
      const packet = Buffer.from(raw.packet({ text: 'in p\u00ef\u00e8ces \u{1F600}', clientId }));
      for (let i = 0; i < packet.length; i += 7) {
        raw.socket.send(packet.subarray(i, i + 7), { binary: false, fin: i + 7 >= packet.length });
      }
      const ack = await raw.ack(clientId);
      assert.equal(ack.message?.text, 'in p\u00ef\u00e8ces \u{1F600}', JSON.stringify(ack));
    },
    { needs: 'socketSend' },
  ),

  check('text that is not UTF-8 closes the socket with 1007', async (t) => {
    const raw = await t.raw(await t.person());
    raw.socket.send(Buffer.from([0x22, 0xc3, 0x28, 0x22]), { binary: false });
    assert.equal(await within(raw.closed), 1007);
  }),

  check('a client that says goodbye gets its close frame back', async (t) => {
    const raw = await t.raw(await t.person());
    raw.socket.close(1000);
    assert.equal(await within(raw.closed), 1000);
  }),
];

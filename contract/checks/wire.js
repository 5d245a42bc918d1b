import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check('the first packet of a socket holds what the protocol of the wire names', async (t) => {
    const { cookie } = await t.person();
    await t.driver.idioms.handshake(t.server, cookie);
  }),

  check('a message sent before joining is neither acknowledged nor stored', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const clientId = await t.driver.idioms.early(t.server, person.cookie);
    const stored = await person.catchUp(id);
    assert.ok(!stored.some((message) => message.clientId === clientId));
  }),

  check('a forged or borrowed proof of a session joins nothing', async (t) => {
    const { cookie } = await t.person();
    await t.driver.idioms.forged(t.server, cookie);
  }),

  check("the wire's own question whether the other side is there is answered", async (t) => {
    const { cookie } = await t.person();
    await t.driver.idioms.liveness(t.server, cookie);
  }),

  check('who is in another room of the wire is not in the chat', async (t) => {
    const { cookie } = await t.person();
    await t.driver.idioms.elsewhere(t.server, cookie);
  }),

  check('every transport of the wire carries the chat both ways', async (t) => {
    const person = await t.person();
    for (const transport of t.driver.transports) {
      const connection = await t.join(person, { transport });
      assert.deepEqual(connection.welcome.me, person.user, transport);
      const ack = await connection.send({ text: `by ${transport}`, clientId: freshClientId() });
      assert.equal(ack.ok, true, transport);
      assert.deepEqual(await connection.inbox.message(ack.message.clientId), ack.message, transport);
      const posted = await person.store('by POST');
      assert.deepEqual(await connection.inbox.message(posted.clientId), posted, transport);
    }
  }),
];

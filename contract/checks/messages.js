import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectDense, expectMessage, expectStatus } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

export const checks = [
  check('a message that was posted is 201 with the message', async (t) => {
    const person = await t.person();
    const clientId = freshClientId();
    const answer = await person.say('hello', clientId);
    expectStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.json), ['message']);
    expectMessage(answer.json.message, person.user, 'hello', clientId);
  }),

  check('a message carries the time at which it was stored', async (t) => {
    const person = await t.person();
    const before = Date.now();
    const { at } = await person.store();
    // The clocks are one machine's or kept in step; a second is for rounding.
    assert.ok(Date.parse(at) >= before - 1000 && Date.parse(at) <= Date.now() + 1000, at);
  }),

  check('a message reads the same in every session and in every list', async (t) => {
    const [ann, bob] = await t.people(2);
    const message = await ann.store('the same for all');
    const forward = await bob.page(`after=${message.id - 1}&limit=1`);
    const back = await bob.page(`before=${message.id + 1}&limit=1`);
    assert.deepEqual(forward.messages, [message]);
    assert.deepEqual(back.messages, [message]);
  }),

  check('the same clientId again is 200 with the first message, whatever the text', async (t) => {
    const person = await t.person();
    const clientId = freshClientId();
    const first = await person.say('first', clientId);
    const second = await person.say('second', clientId);
    expectStatus(first, 201);
    expectStatus(second, 200);
    assert.deepEqual(second.json, first.json);
  }),

  check('the same clientId of another session of the user is the same message', async (t) => {
    const ann = await t.person();
    const again = await ann.again();
    const clientId = freshClientId();
    const first = await ann.say('hello', clientId);
    const second = await again.say('hello', clientId);
    expectStatus(second, 200);
    assert.deepEqual(second.json, first.json);
  }),

  check('the same clientId of another user is another message', async (t) => {
    const [ann, bob] = await t.people(2);
    const clientId = freshClientId();
    const [hers, his] = [await ann.say('hers', clientId), await bob.say('his', clientId)];
    expectStatus(his, 201);
    assert.notEqual(hers.json.message.id, his.json.message.id);
    assert.equal(his.json.message.text, 'his');
  }),

  check('a repeat is not stored a second time', async (t) => {
    const person = await t.person();
    const message = await person.store('only once');
    await person.say('only once', message.clientId);
    const later = await person.catchUp(message.id);
    assert.ok(!later.some(({ clientId }) => clientId === message.clientId));
  }),

  check('a message that was acknowledged can be read at once by everybody', async (t) => {
    const [ann, bob] = await t.people(2);
    for (let i = 0; i < 5; i++) {
      const { id } = await ann.store();
      const { messages } = await bob.page(`after=${id - 1}&limit=1`);
      assert.equal(messages[0]?.id, id);
    }
  }),

  check('a refused message takes no id and is not stored', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    const clientId = freshClientId();
    await person.say('\0', clientId);
    await person.say('x'.repeat(2001), clientId);
    await person.store();
    const later = await person.catchUp(id);
    expectDense(later, id + 1);
    assert.ok(!later.some((message) => message.clientId === clientId));
  }),

  check('the members that a client sends of a message are not believed', async (t) => {
    const [ann, bob] = await t.people(2);
    const clientId = freshClientId();
    const forged = { text: 'mine', clientId, id: 1, user: bob.user, at: '2000-01-01T00:00:00.000Z' };
    const answer = await ann.post('/messages', forged);
    expectStatus(answer, 201);
    expectMessage(answer.json.message, ann.user, 'mine', clientId);
    assert.notEqual(answer.json.message.at, forged.at);
  }),
];

import assert from 'node:assert/strict';
import { expectError, pause } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { entry } from '../entry.js';

const AT_ONCE = 150;

export const list = [
  entry('somebody edits and deletes what another wrote, by the hundred at once', async (h) => {
    const victim = await Person.enter(h.server);
    const messages = [await victim.store('mine'), await victim.store('mine, too')];
    const asked = Array.from({ length: AT_ONCE }, (_, i) => {
      const { id } = messages[i % messages.length];
      return i % 3 ? h.person.edit(id, 'yours') : h.person.remove(id);
    });
    for (const answer of await Promise.all(asked))
      expectError(answer, answer.status === 429 ? 'too_many_messages' : 'not_yours');
    const { messages: now } = await victim.page(`after=${messages[0].id - 1}&limit=200`);
    for (const message of messages)
      assert.deepEqual(
        now.find((/** @type {any} */ { id }) => id === message.id),
        message,
      );
  }),

  entry('one message edited and deleted at the same time is one of both, and stays deleted', async (h) => {
    const owner = await Person.enter(h.server);
    const { id } = await owner.store('first');
    const asked = Array.from({ length: 20 }, (_, i) => (i === 10 ? owner.remove(id) : owner.edit(id, `text ${i}`)));
    for (const answer of await Promise.all(asked))
      if (answer.status !== 200) expectError(answer, answer.status === 429 ? 'too_many_messages' : 'message_deleted');
    const { messages } = await owner.page(`after=${id - 1}&limit=1`);
    assert.equal(messages[0].deleted, true);
    assert.equal(messages[0].text, undefined);
    const { messages: changes } = await owner.page(`changedAfter=${messages[0].rev - 1}&limit=1`);
    assert.deepEqual(changes, messages);
  }),

  entry('a client that says itself what was changed', async (h) => {
    const [liar, other] = [await h.joined(), await h.joined()];
    const forged = { after: 0, messages: [{ id: 1, text: 'forged', rev: 9e15 }] };
    const channel = h.server.config.channel;
    liar.say(
      h.server.config.wire === 'pusher'
        ? JSON.stringify({ event: 'client-changed', channel, data: forged })
        : `42${JSON.stringify(['changed', forged])}`,
    );
    await pause(200);
    assert.ok(!other.texts.some((text) => text.includes('forged')), 'others were told');
  }),
];

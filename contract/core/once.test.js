import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectDense, freshId, messagesAfter, person, server } from '../harness/underTest.js';

/** This many sends by POST, and as many by socket, stay below the limits of a user. */
const AT_ONCE = 12;

/** Makes a function that sends by socket (by POST without socketSend) and returns the stored message. */
async function sender(ann) {
  const connection = server.has('socketSend') ? await ann.join() : undefined;
  return async (text, clientId) => {
    const sent = connection ? await connection.send({ text, clientId }) : (await ann.say(text, clientId)).json;
    assert.ok(sent.message, JSON.stringify(sent));
    return sent.message;
  };
}

test('one clientId sent many times at once, by POST and by socket, makes one message, which all get', async () => {
  const ann = await person();
  const send = await sender(ann);
  const { id } = (await ann.say('before')).json.message;
  const clientId = freshId();
  const posted = Array.from({ length: AT_ONCE }, () => ann.say('at once', clientId));
  const sent = await Promise.all(Array.from({ length: AT_ONCE }, () => send('at once', clientId)));
  const answers = await Promise.all(posted);
  assert.ok(answers.filter(({ status }) => status === 201).length <= 1);
  for (const message of [...sent, ...answers.map(({ json }) => json.message)]) assert.deepEqual(message, sent[0]);
  const stored = (await messagesAfter(ann, id)).filter((message) => message.clientId === clientId);
  assert.deepEqual(stored, [sent[0]]);
});

test('ids have no holes when many users store at once, by POST and by socket', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => person()));
  const senders = await Promise.all(people.map(sender));
  const { id } = (await people[0].say('before')).json.message;
  const acknowledged = await Promise.all(
    people.flatMap((one, i) =>
      Array.from({ length: 8 }, async (_, n) =>
        n % 2 ? senders[i]('hello', freshId()) : (await one.say('hello')).json.message,
      ),
    ),
  );
  const stored = await messagesAfter(people[0], id);
  expectDense(stored, id);
  const byId = new Map(stored.map((message) => [message.id, message]));
  for (const message of acknowledged) assert.deepEqual(byId.get(message.id), message);
});

test('a reader sees no hole while others store, and messages that were read stay', async () => {
  const [reader, ...writers] = await Promise.all(Array.from({ length: 4 }, () => person()));
  const { id } = (await reader.say('before')).json.message;
  let writing = true;
  const written = Promise.all(
    writers.map(async (writer) => {
      for (let i = 0; i < 6; i++) await Promise.all([writer.say('one'), writer.say('two')]);
    }),
  ).finally(() => (writing = false));
  for (let seen = 0; writing;) {
    const { messages } = (await reader.get(`/messages?after=${id}&limit=200`)).json;
    expectDense(messages, id);
    assert.ok(messages.length >= seen);
    seen = messages.length;
  }
  await written;
});

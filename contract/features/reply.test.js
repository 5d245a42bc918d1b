import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  expectError,
  expectRefused,
  freshId,
  messagesAfter,
  person,
  readMessage,
  without,
} from '../harness/underTest.js';

/** None of these values is a message's id. */
const NO_ID = [0, -1, 1.5, 9007199254740991, 1e300, '1', true, [1], { id: 1 }];

const bySocket = { skip: without('socketSend') };

suite('replies', { skip: without('reply') }, () => {
  test('a reply names an earlier message by any author, and all users see its id', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    const { id } = (await ann.say('a question')).json.message;
    const { status, json } = await bob.say('an answer', freshId(), id);
    assert.deepEqual([status, json.message.replyTo], [201, id]);
    assert.deepEqual(await received.message(json.message.clientId), json.message);
    assert.deepEqual(await readMessage(ann, json.message.id), json.message);
    const again = await bob.say('an answer', json.message.clientId, id);
    assert.deepEqual([again.status, again.json], [200, json]);
  });

  test('a message without a reply has no replyTo, and null means no reply', async () => {
    const ann = await person();
    for (const { status, json } of [await ann.say('hello'), await ann.say('hello', freshId(), null)])
      assert.deepEqual([status, 'replyTo' in json.message], [201, false]);
  });

  test('a replyTo that is not the id of a message is message_not_found, and nothing is stored', async () => {
    const ann = await person();
    const { id } = (await ann.say('before')).json.message;
    const clientId = freshId();
    for (const none of NO_ID) expectError(await ann.say('hello', clientId, none), 'message_not_found', 'replyTo');
    const { json } = await ann.say('hello', clientId, id);
    assert.deepEqual(await readMessage(ann, json.message.id), json.message);
  });

  test('a reply keeps its replyTo when either message changes', { skip: without('edit') }, async () => {
    const ann = await person();
    const first = (await ann.say('a question')).json.message;
    const reply = (await ann.say('an answer', freshId(), first.id)).json.message;
    for (const change of [() => ann.edit(reply.id, 'a better answer'), () => ann.remove(first.id)]) await change();
    const late = (await ann.say('another', freshId(), first.id)).json.message;
    await ann.remove(reply.id);
    const replies = (await messagesAfter(ann, first.id)).filter(({ replyTo }) => replyTo === first.id);
    assert.deepEqual(
      replies.map(({ id, deleted }) => [id, deleted]),
      [
        [reply.id, true],
        [late.id, undefined],
      ],
    );
  });

  test('replies sent at once by socket keep their own replyTo, and follow the rules of POST', bySocket, async () => {
    const ann = await person();
    const { send } = await ann.join();
    const [first, second] = [(await ann.say('first')).json.message.id, (await ann.say('second')).json.message.id];
    const wanted = NO_ID.flatMap((none) => [undefined, first, none]).concat(second);
    const answers = await Promise.all(wanted.map((replyTo) => send({ text: 'x', clientId: freshId(), replyTo })));
    for (const [i, answer] of answers.entries())
      if (NO_ID.includes(wanted[i])) expectRefused(answer, 'message_not_found', 'replyTo');
      else assert.deepEqual([answer.ok, answer.message?.replyTo], [true, wanted[i]]);
    assert.deepEqual(await readMessage(ann, answers.at(-1).message.id), answers.at(-1).message);
  });
});

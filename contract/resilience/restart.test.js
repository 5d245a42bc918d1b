import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import {
  eventually,
  expectDense,
  messagesAfter,
  person,
  runCommand,
  server,
  readMessage,
  without,
} from '../harness/underTest.js';

let ann;
/** Ann's session and messages before the restart. */
const had = {};

suite('a restart', { skip: !process.env.CHAT_RESTART && 'no --restart' }, () => {
  before(async () => {
    ann = await person();
    // A reader of files may take these characters for the end of a line.
    had.message = (await ann.say('before\u2028two\u2029three\nfour')).json.message;
    if (server.has('edit')) {
      const [one, two] = [await ann.say('one'), await ann.say('two')];
      had.edited = (await ann.edit(one.json.message.id, 'edited')).json.message;
      had.deleted = (await ann.remove(two.json.message.id)).json.message;
    }
    had.connection = await ann.join();
    await runCommand('CHAT_RESTART');
    await eventually(async () => assert.equal((await server.call('GET', '/health')).status, 200));
  });

  test('sessions, users and messages survive a restart, and ids go on without a hole', async () => {
    assert.deepEqual((await ann.get('/me')).json.user, ann.user);
    assert.deepEqual((await person(ann.login)).user, ann.user);
    const later = (await ann.say('after')).json.message;
    const stored = await messagesAfter(ann, had.message.id - 1);
    assert.deepEqual(stored[0], had.message);
    expectDense(stored, had.message.id - 1);
    assert.ok(stored.some(({ id }) => id === later.id));
  });

  test('a clientId is remembered over a restart', async () => {
    const { status, json } = await ann.say('again', had.message.clientId);
    assert.deepEqual([status, json.message], [200, had.message]);
  });

  test('edits and deletions survive a restart, and revs go on', { skip: without('edit') }, async () => {
    for (const message of [had.edited, had.deleted]) assert.deepEqual(await readMessage(ann, message.id), message);
    const { message } = (await ann.edit(had.edited.id, 'again')).json;
    assert.ok(message.rev > had.deleted.rev);
  });

  test('a restart closes sockets so that their clients reconnect', async () => {
    assert.equal(await had.connection.ended, 'other');
    const { received } = await ann.join();
    const { message } = (await ann.say('here again')).json;
    await received.message(message.clientId);
  });
});

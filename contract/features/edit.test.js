import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { expectError, freshId, limits, person, readMessage, untilStored, without } from '../harness/underTest.js';

/** Reads the message in the answer to a change. */
async function changed(answer) {
  const { status, text, json } = await answer;
  assert.equal(status, 200, text);
  return json.message;
}

/** Reads all changes above a revision. */
async function changesAfter(reader, rev, limit = 200) {
  const all = [];
  for (let more = true; more;) {
    const page = (await reader.get(`/messages?changedAfter=${all.at(-1)?.rev ?? rev}&limit=${limit}`)).json;
    all.push(...page.messages);
    ({ more } = page);
  }
  return all;
}

const contains = (change) => (event) => event.messages.some(({ rev }) => rev === change.rev);

/** Gives a message as a client shows it. The client ignores changes of messages that it does not have. */
function shown(id, { events }) {
  let message;
  for (const { name, payload } of events)
    for (const one of payload?.messages ?? []) if (one.id === id && (message || name === 'messages')) message = one;
  return message;
}

const UNKNOWN_ID = 9007199254740991;

suite('edited and deleted messages', { skip: without('edit') }, () => {
  test('an edited message has its new text and a higher rev each time, in every list', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { message } = (await ann.say('first')).json;
    const second = await changed(ann.edit(message.id, 'second'));
    assert.deepEqual(second, { ...message, text: 'second', rev: second.rev });
    const third = await changed((await person(ann.login)).edit(message.id, 'third'));
    assert.ok(third.rev > second.rev);
    for (const query of [`after=${message.id - 1}`, `before=${message.id + 1}`, `changedAfter=${third.rev - 1}`])
      assert.deepEqual((await bob.get(`/messages?${query}&limit=1`)).json.messages, [third]);
  });

  test('a deleted message keeps its place, without its text', async () => {
    const ann = await person();
    const { text, ...message } = (await ann.say('regretted')).json.message;
    const deleted = await changed(ann.remove(message.id));
    assert.deepEqual(deleted, { ...message, deleted: true, rev: deleted.rev }, text);
    assert.deepEqual(await readMessage(ann, message.id), deleted);
  });

  test('an edit follows the rules for texts of new messages', async () => {
    const ann = await person();
    const { id } = (await ann.say('first')).json.message;
    for (const [text, code] of [
      [undefined, 'empty_text'],
      [' \n', 'empty_text'],
      ['a\0b', 'text_invalid'],
    ])
      expectError(await ann.edit(id, text), String(code), 'text');
    expectError(await ann.edit(id, 'x'.repeat(limits.textMax + 1)), 'text_too_long', 'text');
    assert.equal((await changed(ann.edit(id, 'two\r\nlines '))).text, 'two\nlines ');
  });

  test('another user’s message cannot be changed, nor an unknown one, nor a deleted one be edited', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { message } = (await ann.say('mine')).json;
    expectError(await bob.edit(message.id, 'yours'), 'not_yours');
    expectError(await bob.remove(message.id), 'not_yours');
    assert.deepEqual(await readMessage(bob, message.id), message);
    expectError(await ann.edit(UNKNOWN_ID, 'text'), 'message_not_found');
    expectError(await ann.remove(UNKNOWN_ID), 'message_not_found');
    for (const id of ['0', '01', '1.0', 'one', '1'.repeat(250)])
      expectError(await ann.call('PATCH', `/messages/${id}`, { json: { text: 'x' } }), 'not_found');
    await ann.remove(message.id);
    expectError(await ann.edit(message.id, 'second'), 'message_deleted');
  });

  test('a change without effect gets no rev: the same text again, a second delete', async () => {
    const ann = await person();
    const { message } = (await ann.say('one\ntwo')).json;
    assert.deepEqual(await changed(ann.edit(message.id, 'one\r\ntwo')), message);
    const edited = await changed(ann.edit(message.id, 'three'));
    assert.deepEqual(await changed(ann.edit(message.id, 'three')), edited);
    const deleted = await changed(ann.remove(message.id));
    assert.deepEqual(await changed(ann.remove(message.id)), deleted);
  });

  test('a change needs a session and the server’s own page', async () => {
    const ann = await person();
    const { id } = (await ann.say('first')).json.message;
    const other = await person();
    await other.logOut();
    for (const method of ['PATCH', 'DELETE']) {
      const json = { text: 'x' };
      const headers = { origin: 'http://evil.example' };
      expectError(await ann.call(method, `/messages/${id}`, { json, headers }), 'origin_not_allowed');
      expectError(await other.call(method, `/messages/${id}`, { json }), 'not_logged_in');
    }
  });

  test('every client gets each change, and each event starts where the last one ended', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const connections = await Promise.all([ann.join(), bob.join()]);
    const { message } = (await ann.say('first')).json;
    const changes = [
      await changed(ann.edit(message.id, 'second')),
      await changed(ann.edit(message.id, 'third')),
      await changed(ann.remove(message.id)),
    ];
    for (const { received, welcome } of connections) {
      const event = await received.next('changed', contains(changes[2]));
      assert.deepEqual(
        event.messages.findLast(({ id }) => id === message.id),
        changes[2],
      );
      await received.message(message.clientId);
      if (welcome) assert.deepEqual(shown(message.id, received), changes[2]);
      const events = received.all('changed');
      assert.ok(!welcome || events[0].after <= Math.max(welcome.rev, changes[0].rev - 1));
      for (const [i, { after, messages }] of events.entries()) {
        const revs = [after, ...messages.map(({ rev }) => rev)];
        assert.deepEqual(
          revs,
          revs.toSorted((a, b) => a - b),
        );
        if (i && welcome) assert.equal(after, events[i - 1].messages.at(-1).rev);
      }
    }
  });

  test('changedAfter=REV gives every message changed since, once, as it is now, in the order of revs', async () => {
    const ann = await person();
    const ids = [];
    for (const text of ['1', '2', '3']) ids.push((await ann.say(text)).json.message.id);
    const { rev: start } = await changed(ann.edit(ids[0], 'start'));
    const third = await changed(ann.edit(ids[2], 'three'));
    await changed(ann.edit(ids[0], 'one'));
    const second = await changed(ann.remove(ids[1]));
    const first = await changed(ann.edit(ids[0], 'won'));
    for (const limit of [200, 2]) {
      const all = await changesAfter(ann, start, limit);
      assert.deepEqual(
        all.filter(({ user }) => user.id === ann.user.id),
        [third, second, first],
      );
    }
    assert.deepEqual((await ann.get(`/messages?changedAfter=${UNKNOWN_ID}`)).json, { messages: [], more: false });
    for (const query of ['changedAfter=x', 'changedAfter=1&after=1', 'changedAfter=1&before=1'])
      expectError(await ann.get(`/messages?${query}`), 'invalid_parameter', 'changedAfter');
  });

  test('a clientId sent again gets its message as it is now, without a second event', async () => {
    const ann = await person();
    const { received } = await ann.join();
    const { id, clientId } = (await ann.say('first')).json.message;
    for (const change of [() => ann.edit(id, 'second'), () => ann.remove(id)]) {
      const now = await changed(change());
      const { status, json } = await ann.say('first', clientId);
      assert.deepEqual([status, json.message], [200, now]);
    }
    const end = (await ann.say('the end')).json.message;
    await received.message(end.clientId);
    assert.equal(received.messages.filter((message) => message.clientId === clientId).length, 1);
  });

  test('changes at the same time get different revs, and the newest is listed', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person()));
    const ids = await Promise.all(people.map(async (one) => (await one.say('first')).json.message.id));
    const { rev: start } = await changed(people[0].edit(ids[0], 'start'));
    const edit = (one, id, text = freshId()) => changed(untilStored(() => one.edit(id, text)));
    const edits = people.flatMap((one, i) => Array.from({ length: 5 }, () => edit(one, ids[i])));
    const mine = (await Promise.all(edits)).map(({ rev }) => rev);
    assert.equal(new Set(mine).size, mine.length);
    const listed = await changesAfter(people[0], start);
    assert.ok(listed.some(({ rev }) => rev === Math.max(...mine)));
  });
});

import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectRetryAfter, expectStatus, pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

/** @typedef {import('../suite/person.js').Person} Person */

const alone = /** @type {const} */ ({ company: 'alone' });

/** The message that a change was answered by. @param {Promise<import('../suite/request.js').Answer>} asked */
async function changed(asked) {
  const answer = await asked;
  expectStatus(answer, 200);
  assert.deepEqual(Object.keys(answer.json), ['message']);
  return answer.json.message;
}

/** What is left of a message that is deleted. @param {any} message @param {number} rev */
function deletedOf(message, rev) {
  const left = { ...message, deleted: true, rev };
  delete left.text;
  return left;
}

/** The revision that the newest change has. @param {import('../suite/trial.js').Trial} t */
async function revNow(t) {
  const person = await t.person();
  const { id } = await person.store();
  return (await changed(person.edit(id, 'another text'))).rev;
}

export const checks = [
  check('an edited message is 200 with its new text and a rev, and else as it was', async (t) => {
    const person = await t.person();
    const message = await person.store('first');
    const edited = await changed(person.edit(message.id, 'second'));
    assert.ok(Number.isSafeInteger(edited.rev) && edited.rev >= 1, `the rev ${edited.rev}`);
    assert.deepEqual(edited, { ...message, text: 'second', rev: edited.rev });
    const again = await changed((await person.again()).edit(message.id, 'third'));
    assert.ok(again.rev > edited.rev, `the rev ${again.rev} after ${edited.rev}`);
    assert.deepEqual(again, { ...message, text: 'third', rev: again.rev });
  }),

  check('an edited message reads the same in every list', async (t) => {
    const [ann, bob] = await t.people(2);
    const { id } = await ann.store('first');
    const edited = await changed(ann.edit(id, 'second'));
    assert.deepEqual((await bob.page(`after=${id - 1}&limit=1`)).messages, [edited]);
    assert.deepEqual((await bob.page(`before=${id + 1}&limit=1`)).messages, [edited]);
    assert.deepEqual((await bob.page(`changedAfter=${edited.rev - 1}&limit=1`)).messages, [edited]);
  }),

  check('a deleted message keeps its place, without its text', async (t) => {
    const [ann, bob] = await t.people(2);
    const message = await ann.store('regretted');
    await ann.store('next');
    const deleted = await changed(ann.remove(message.id));
    assert.ok(Number.isSafeInteger(deleted.rev) && deleted.rev >= 1, `the rev ${deleted.rev}`);
    assert.deepEqual(deleted, deletedOf(message, deleted.rev));
    const { messages } = await bob.page(`after=${message.id - 1}&limit=2`);
    assert.deepEqual(messages[0], deleted);
    assert.equal(messages[1].id, message.id + 1);
  }),

  check('a new text is held to the rules of a text that is sent', async (t) => {
    const person = await t.person();
    const message = await person.store('first');
    for (const [text, code] of /** @type {[any, string][]} */ ([
      [undefined, 'empty_text'],
      [null, 'empty_text'],
      ['', 'empty_text'],
      [' \n\u3000', 'empty_text'],
      [7, 'text_invalid'],
      [['text'], 'text_invalid'],
      ['a\u0000b', 'text_invalid'],
      ['a\rb', 'text_invalid'],
      ['x'.repeat(limits.textMax + 1), 'text_too_long'],
    ]))
      expectError(await person.edit(message.id, text), code, 'text');
    assert.deepEqual((await person.page(`after=${message.id - 1}&limit=1`)).messages, [message]);
    const { text } = await changed(person.edit(message.id, ' two\r\nlines\t'));
    assert.equal(text, ' two\nlines\t');
    await changed(person.edit(message.id, '\u{1F600}'.repeat(limits.textMax)));
  }),

  check('only its author may change a message: 403 not_yours', async (t) => {
    const [ann, bob] = await t.people(2);
    const message = await ann.store('mine');
    expectError(await bob.edit(message.id, 'yours'), 'not_yours');
    expectError(await bob.remove(message.id), 'not_yours');
    assert.deepEqual((await bob.page(`after=${message.id - 1}&limit=1`)).messages, [message]);
    await changed(ann.remove(message.id));
    expectError(await bob.edit(message.id, 'yours'), 'not_yours');
    expectError(await bob.remove(message.id), 'not_yours');
  }),

  check('a message that is not there is 404 message_not_found, and what is no id is no address', async (t) => {
    const person = await t.person();
    const { id } = await person.store();
    for (const none of ['9007199254740991', '9999999999999999']) {
      expectError(await person.edit(none, 'text'), 'message_not_found');
      expectError(await person.remove(none), 'message_not_found');
    }
    for (const none of [
      '0',
      `0${id}`,
      `+${id}`,
      `${id}.0`,
      `${id}/`,
      '10000000000000000',
      'one',
      '',
      'a'.repeat(250),
      '1'.repeat(250),
    ]) {
      expectError(await person.edit(none, 'text'), 'not_found');
      expectError(await person.remove(none), 'not_found');
    }
    expectStatus(await person.edit(`${id}?x=1`, 'text'), 200);
  }),

  check('a deleted message cannot be edited: 410 message_deleted', async (t) => {
    const person = await t.person();
    const { id } = await person.store('first');
    const deleted = await changed(person.remove(id));
    expectError(await person.edit(id, 'second'), 'message_deleted');
    expectError(await person.edit(id, 'first'), 'message_deleted');
    assert.deepEqual((await person.page(`after=${id - 1}&limit=1`)).messages, [deleted]);
  }),

  check('deleting again answers the same, and an edit that leaves the text as it is changes nothing', async (t) => {
    const person = await t.person();
    const message = await person.store('first');
    assert.deepEqual(await changed(person.edit(message.id, 'first')), message);
    const edited = await changed(person.edit(message.id, 'one\ntwo'));
    assert.deepEqual(await changed(person.edit(message.id, 'one\r\ntwo')), edited);
    const deleted = await changed(person.remove(message.id));
    assert.deepEqual(await changed(person.remove(message.id)), deleted);
  }),

  check('a change is checked as a POST is: Origin, content type, size, session, body, fields', async (t) => {
    const person = await t.person();
    const message = await person.store('first');
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const large = 'x'.repeat(limits.bodyMaxBytes + 1);
    for (const method of ['PATCH', 'DELETE']) {
      /** @param {string} body @param {Record<string, string>} headers @param {string} [cookie] */
      const ask = (body, headers, cookie) => t.call(`/messages/${message.id}`, { method, body, headers, cookie });
      const evil = { ...form, origin: 'http://evil.example' };
      expectError(await ask(large, evil), 'origin_not_allowed');
      expectError(await ask('{}', { ...json, 'sec-fetch-site': 'same-site' }, person.cookie), 'origin_not_allowed');
      expectError(await ask(large, form), 'unsupported_media_type');
      expectError(await ask('', {}, person.cookie), 'unsupported_media_type');
      expectError(await ask(large, json), 'body_too_large');
      expectError(await ask('{', json), 'not_logged_in');
      for (const body of ['{', '[]', '"\\ud800"', '{"text":"\\ud800"}'])
        expectError(await ask(body, json, person.cookie), 'bad_json');
    }
    expectError(await person.edit(9007199254740991, ''), 'empty_text', 'text');
    assert.deepEqual((await person.page(`after=${message.id - 1}&limit=1`)).messages, [message]);
    const headers = { ...json, origin: t.server.url.origin };
    const answer = await t.call(`/messages/${message.id}`, { method: 'DELETE', headers, cookie: person.cookie });
    expectStatus(answer, 200); // an empty body counts as {}
  }),

  check(
    'a change comes to everybody, each event from where the last one ended',
    async (t) => {
      const [{ person, connection: author }, { connection: other }] = [await t.joined(), await t.joined()];
      const { id } = await person.store('first');
      const edited = await changed(person.edit(id, 'second'));
      const has = (/** @type {any} */ change) => (/** @type {any} */ event) =>
        event.messages.some((/** @type {any} */ { rev }) => rev === change.rev);
      for (const { inbox } of [author, other]) await inbox.next('changed', has(edited));
      const deleted = await changed(person.remove(id));
      for (const { inbox, welcome } of [author, other]) {
        const last = await inbox.next('changed', has(deleted));
        assert.deepEqual(
          last.messages.find((/** @type {any} */ { rev }) => rev === deleted.rev),
          deleted,
        );
        const events = inbox.events.filter(({ name }) => name === 'changed').map(({ payload }) => payload);
        let after = events[0].after;
        assert.ok(after <= welcome.rev, `the first event begins after ${after}, the welcome was at ${welcome.rev}`);
        for (const event of events) {
          assert.deepEqual(Object.keys(event).sort(), ['after', 'messages']);
          assert.equal(event.after, after);
          for (const { rev } of event.messages) {
            assert.ok(rev > after, `the rev ${rev} after ${after}`);
            after = rev;
          }
        }
      }
    },
    { needs: 'welcome' },
  ),

  check(
    'a welcome tells the newest rev, and what is above it is told',
    async (t) => {
      const person = await t.person();
      const { id } = await person.store('first');
      const { rev } = await changed(person.edit(id, 'second'));
      const { welcome, inbox } = await t.join(person);
      if (welcome.rev < rev) await inbox.next('changed', ({ messages }) => messages.at(-1).rev >= rev);
      const newest = (await person.changesSince(rev)).at(-1)?.rev ?? rev;
      assert.ok(welcome.rev <= newest, `${welcome.rev} of ${newest}`);
    },
    { needs: 'welcome' },
  ),

  check('changedAfter=REV gives what changed since, each message once, in the order of revs', async (t) => {
    const person = await t.person();
    const start = await revNow(t);
    const [one, two, three] = [await person.store('1'), await person.store('2'), await person.store('3')];
    const first = await changed(person.edit(three.id, 'three'));
    await changed(person.edit(one.id, 'one'));
    const second = await changed(person.remove(two.id));
    const last = await changed(person.edit(one.id, 'won'));
    const since = await person.changesSince(start);
    const mine = since.filter(({ user }) => user.id === person.user.id);
    assert.deepEqual(mine, [first, second, last]);
    const revs = since.map(({ rev }) => rev);
    assert.deepEqual(
      revs,
      revs.toSorted((a, b) => a - b),
    );
    assert.ok(revs[0] > start, `${revs[0]} after ${start}`);
    const later = await person.changesSince(second.rev);
    assert.deepEqual(
      later.filter(({ user }) => user.id === person.user.id),
      [last],
    );
    assert.deepEqual(await person.page('changedAfter=9007199254740991'), { messages: [], more: false });
  }),

  check('what changed is read page by page, nothing twice and nothing left out', async (t) => {
    const person = await t.person();
    const start = await revNow(t);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push((await person.store(`${i}`)).id);
    for (const id of ids) await changed(person.edit(id, 'edited'));
    const found = await person.changesSince(start, 2);
    const mine = found.filter(({ user }) => user.id === person.user.id).map(({ id }) => id);
    assert.deepEqual(mine, ids);
    assert.equal((await person.page(`changedAfter=${start}&limit=4`)).more, true);
  }),

  check('a changedAfter that is no integer, or beside after or before, is 422 invalid_parameter', async (t) => {
    const person = await t.person();
    for (const value of ['-1', '1.0', 'x', '', '9007199254740992', '1&changedAfter=1'])
      expectError(await person.get(`/messages?changedAfter=${value}`), 'invalid_parameter', 'changedAfter');
    for (const other of ['after=1', 'before=1'])
      expectError(await person.get(`/messages?changedAfter=1&${other}`), 'invalid_parameter', 'changedAfter');
    expectError(await person.get('/messages?changedAfter=x&after=x'), 'invalid_parameter', 'after');
    expectError(await person.get('/messages?changedAfter=x&after=1&before=1'), 'invalid_parameter', 'changedAfter');
    expectStatus(await person.get('/messages?changedAfter=0'), 200);
  }),

  check('a clientId sent again is answered by what its message is now, by POST and by socket', async (t) => {
    const { person, connection } = await t.joined();
    const clientId = freshClientId();
    const { message } = await connection.send({ text: 'first', clientId });
    for (const change of [() => person.edit(message.id, 'second'), () => person.remove(message.id)]) {
      const now = await changed(change());
      const answer = await person.say('first', clientId);
      expectStatus(answer, 200);
      assert.deepEqual(answer.json.message, now);
      await connection.inbox.next('changed', ({ messages }) => messages.at(-1).rev >= now.rev);
      assert.deepEqual(await connection.send({ text: 'first', clientId }), { ok: true, message: now });
    }
  }),

  check('a change is no message: nobody is told of a message again', async (t) => {
    const { person, connection } = await t.joined();
    const message = await person.store('first');
    const { rev } = await changed(person.edit(message.id, 'second'));
    await connection.inbox.next('changed', ({ messages }) => messages.at(-1).rev >= rev);
    await connection.inbox.message(message.clientId);
    await pause(100);
    assert.equal(connection.inbox.messages.filter(({ clientId }) => clientId === message.clientId).length, 1);
  }),

  check(
    'revs are dense whoever changes what, also at the same time',
    async (t) => {
      const people = await t.people(4);
      const messages = await Promise.all(people.map((person) => person.store('first')));
      const start = await revNow(t);
      const edits = people.flatMap((person, i) =>
        Array.from({ length: 5 }, (_, round) => changed(person.edit(messages[i].id, `text ${round}`))),
      );
      const revs = (await Promise.all(edits)).map(({ rev }) => rev);
      assert.deepEqual(
        revs.toSorted((a, b) => a - b),
        revs.map((_, i) => start + 1 + i),
      );
      const newest = await people[0].changesSince(start);
      assert.equal(newest.length, people.length);
      assert.equal(newest.at(-1).rev, start + revs.length);
    },
    alone,
  ),

  check(
    'a change costs what a message costs, whatever its answer: 429 too_many_messages',
    async (t) => {
      const person = await t.person();
      const { id } = await person.store('first');
      const ask = [() => person.edit(id, 'same'), () => person.remove(9007199254740991)];
      const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => ask[i % 2]()));
      const refused = answers.filter(({ status }) => status === 429);
      assert.ok(refused.length > 0, 'none of 80 changes at once was refused');
      assert.ok(answers.length - refused.length >= limits.messagesMax - 1, `${refused.length} of 80 refused`);
      for (const answer of refused) {
        expectError(answer, 'too_many_messages');
        expectRetryAfter(answer);
      }
    },
    { ...alone, rateLimited: true },
  ),
];

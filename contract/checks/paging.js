import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectDense, expectError } from '../suite/expect.js';

/** Somebody who may read a list of at least `count` messages. @param {import('../suite/trial.js').Trial} t @param {number} count */
async function reader(t, count) {
  const person = await t.person();
  const { messages } = await person.page('limit=1');
  for (let stored = messages[0]?.id ?? 0; stored < count;) {
    const writers = await t.people(Math.ceil((count - stored) / 30));
    const sent = await Promise.all(writers.map((writer) => storeSome(writer, 30)));
    stored = Math.max(...sent);
  }
  return person;
}

/** @param {import('../suite/person.js').Person} writer @param {number} count */
async function storeSome(writer, count) {
  let last = 0;
  for (let i = 0; i < count; i++) last = (await writer.store(`line ${i}`)).id;
  return last;
}

const ids = (/** @type {{id: number}[]} */ messages) => messages.map(({ id }) => id);

export const checks = [
  check('messages without after and before are the newest, in rising order', async (t) => {
    const person = await t.person();
    const stored = [await person.store(), await person.store(), await person.store()];
    const { messages } = await person.page('limit=200');
    expectDense(messages);
    for (const message of stored)
      assert.deepEqual(
        messages.find((/** @type {any} */ each) => each.id === message.id),
        message,
      );
  }),

  check('after=ID gives the oldest messages above ID, not ID itself', async (t) => {
    const person = await reader(t, 6);
    const { messages, more } = await person.page('after=2&limit=3');
    assert.deepEqual(ids(messages), [3, 4, 5]);
    assert.equal(more, true);
  }),

  check('before=ID gives the newest messages below ID, not ID itself, in rising order', async (t) => {
    const person = await reader(t, 6);
    const { messages, more } = await person.page('before=6&limit=3');
    assert.deepEqual(ids(messages), [3, 4, 5]);
    assert.equal(more, true);
  }),

  check('after: more is false at the newest message and true one before it', async (t) => {
    const person = await reader(t, 3);
    const { id } = await person.store();
    assert.equal((await person.page(`after=${id - 2}&limit=1`)).more, true);
    const all = await person.catchUp(id - 1);
    assert.ok(all.length >= 1);
    assert.deepEqual(await person.page('after=9007199254740991'), { messages: [], more: false });
  }),

  check('before: more is false at the first message and true one after it', async (t) => {
    const person = await reader(t, 4);
    assert.deepEqual(ids((await person.page('before=3&limit=2')).messages), [1, 2]);
    assert.equal((await person.page('before=3&limit=2')).more, false);
    assert.equal((await person.page('before=4&limit=2')).more, true);
    assert.deepEqual(await person.page('before=1'), { messages: [], more: false });
    assert.deepEqual(await person.page('before=0'), { messages: [], more: false });
  }),

  check('without after and before: more says whether there are older ones', async (t) => {
    const person = await reader(t, 3);
    assert.equal((await person.page('limit=1')).more, true);
  }),

  check('a page has 50 messages if no limit is given', async (t) => {
    const person = await reader(t, 52);
    for (const query of ['after=0', 'before=52', '']) {
      const { messages, more } = await person.page(query);
      assert.equal(messages.length, limits.pageDefault, query);
      assert.equal(more, true, query);
    }
  }),

  check('a page has at most 200 messages, and 200 may be asked for', async (t) => {
    const person = await reader(t, 202);
    const { messages, more } = await person.page('after=0&limit=200');
    expectDense(messages, 1);
    assert.equal(messages.length, limits.pageMax);
    assert.equal(more, true);
    assert.equal((await person.page('limit=200')).messages.length, limits.pageMax);
  }),

  check('page by page, forwards and backwards, a reader meets every message once', async (t) => {
    const person = await reader(t, 60);
    const last = (await person.store()).id;
    const first = Math.max(1, last - 100);
    const forwards = (await person.catchUp(first - 1)).filter((each) => each.id <= last);
    /** @type {any[]} */
    /** @type {any[]} */
    const backwards = [];
    for (let before = last + 1; before > first; before = backwards[0].id) {
      backwards.unshift(...(await person.page(`before=${before}&limit=33`)).messages);
    }
    expectDense(forwards, first);
    assert.equal(forwards.at(-1).id, last);
    assert.deepEqual(
      backwards.filter((each) => each.id >= first),
      forwards,
    );
  }),

  check('a limit that is no integer from 1 to 200 is 422 invalid_parameter', async (t) => {
    const person = await t.person();
    for (const limit of ['0', '201', '-1', '1.5', 'ten', '', '1e2', '%2B5', '0x10', '5%20', '99999999999999999999']) {
      expectError(await person.get(`/messages?limit=${limit}`), 'invalid_parameter', 'limit');
    }
  }),

  check('an after or before that is no integer from 0 to 2^53-1 is 422 invalid_parameter', async (t) => {
    const person = await t.person();
    for (const name of ['after', 'before']) {
      for (const value of ['-1', '1.0', 'x', '', '1e3', '%2B1', '9007199254740992', '0x1', 'null', '1%00', '٣']) {
        const answer = await person.get(`/messages?${name}=${encodeURI(decodeURI(value))}`);
        expectError(answer, 'invalid_parameter', name);
      }
    }
  }),

  check('the largest id that may be asked for is 2^53-1', async (t) => {
    const person = await reader(t, 1);
    assert.equal((await person.page('after=9007199254740991')).messages.length, 0);
    assert.ok((await person.page('before=9007199254740991&limit=1')).messages.length === 1);
  }),

  check('after and before at once are 422 invalid_parameter for before', async (t) => {
    const person = await t.person();
    expectError(await person.get('/messages?after=1&before=5'), 'invalid_parameter', 'before');
    expectError(await person.get('/messages?before=5&after=1'), 'invalid_parameter', 'before');
  }),

  check('a repeated parameter is 422 invalid_parameter', async (t) => {
    const person = await t.person();
    for (const name of ['after', 'before', 'limit']) {
      expectError(await person.get(`/messages?${name}=1&${name}=1`), 'invalid_parameter', name);
    }
  }),

  check('the session is checked before the parameters', async (t) => {
    expectError(await t.call('/messages?limit=0'), 'not_logged_in');
  }),
];

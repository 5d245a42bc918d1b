import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  logIn,
  eventually,
  expectError,
  freshId,
  limits,
  messagesAfter,
  person,
  server,
  without,
  withoutLimits,
} from '../harness/underTest.js';

const UNKNOWN_ID = 2 ** 53 - 1;
const PAGE = `/messages?after=${UNKNOWN_ID}`;
const SEARCH = '/messages?text=nothing&before=1';
const TOO_SLOW = 'this server answers too slowly to be asked too fast';

/**
 * Makes three windows' worth of calls at once, until some are refused. A server that is too slow to reach the limit
 * skips the test. Returns a refusal, and the ids of the messages that were stored.
 */
async function flood(t, ask, most, code) {
  const ids = [];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(Array.from({ length: 3 * most }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, code);
    ids.push(...answers.filter(({ status }) => status === 201).map(({ json }) => json.message.id));
    if (refused.length) return { refused: refused[0], ids };
  }
  t.skip(TOO_SLOW);
  return {};
}

const OF_MESSAGES = { most: limits.messagesMax, code: 'too_many_messages', other: (one) => one.get(PAGE) };
/** A user's limited calls: the limit, its error, another call with other limits, the call. */
const FLOODS = {
  messages: { ...OF_MESSAGES, ask: (one) => one.say('flood') },
  'repeated clientIds': { ...OF_MESSAGES, ask: (one, { clientId }) => one.say('again', clientId) },
  edits: { ...OF_MESSAGES, skip: without('edit'), ask: (one, { id }) => one.edit(id, `edit ${freshId()}`) },
  pages: {
    most: limits.pagesMax,
    code: 'too_many_pages',
    other: (one) => one.say('undisturbed'),
    ask: (one) => one.get(PAGE),
  },
  searches: {
    most: limits.searchesMax,
    code: 'too_many_searches',
    other: (one) => one.get(PAGE),
    skip: without('search'),
    ask: (one) => one.get(SEARCH),
  },
};

// Each test waits for the end of its own window.
suite('a call over the limit answers 429 and stores nothing', { skip: withoutLimits, concurrency: true }, () => {
  test('messagesMax messages may be sent at once by POST, and as many by socket', async () => {
    const ann = await person();
    const send = server.has('socketSend') ? (await ann.join()).send : undefined;
    const all = Array.from({ length: limits.messagesMax }, () => ann.say('at once'));
    for (const { status, text } of await Promise.all(all)) assert.equal(status, 201, text);
    const acks = all.map(() => send?.({ text: 'at once', clientId: freshId() }));
    for (const ack of await Promise.all(acks)) assert.ok(ack === undefined || ack.ok, JSON.stringify(ack));
  });

  for (const [what, { most, code, ask, other, skip }] of Object.entries(FLOODS))
    test(`more ${what} are ${code} until the window ends, and disturb no other user or call`, { skip }, async (t) => {
      const [ann, bob] = await Promise.all([person(), person()]);
      const [hers, his] = await Promise.all([ann, bob].map(async (one) => (await one.say('before')).json.message));
      const { refused, ids } = await flood(t, () => ask(ann, hers), most, code);
      if (!refused) return;
      for (const answer of [await ask(bob, his), await other(ann)]) assert.ok(answer.status < 300, answer.text);
      const stored = (await messagesAfter(bob, hers.id)).filter(
        ({ user, text }) => user.id === ann.user.id && text === 'flood',
      );
      assert.deepEqual(
        stored.map(({ id }) => id),
        ids.toSorted((a, b) => a - b),
      );
      await pause(1000 * Number(refused.headers.get('retry-after')));
      await eventually(async () => {
        const { status, text } = await ask(ann, hers);
        assert.ok(status < 300, text);
      });
    });

  test('by socket the acknowledgement refuses, and all sockets of a user share a limit', async (t) => {
    if (!server.has('socketSend')) return t.skip('this server does not claim socketSend');
    const ann = await person();
    const connections = await Promise.all([ann.join(), ann.join()]);
    const sends = Array.from({ length: 5 * limits.messagesMax }, (_, i) =>
      connections[i % 2].send({ text: 'flood', clientId: freshId() }),
    );
    const refused = (await Promise.all(sends)).filter(({ ok }) => !ok);
    if (!refused.length) return t.skip(TOO_SLOW);
    for (const { error } of refused) assert.equal(error.code, 'too_many_messages');
  });

  test('a reply to an unknown id counts, a field against its rule does not', { skip: without('reply') }, async (t) => {
    const ann = await person();
    const wrong = Array.from({ length: 2 * limits.messagesMax }, () => ann.say('hello', freshId(), 0));
    for (const answer of await Promise.all(wrong)) expectError(answer, 'message_not_found', 'replyTo');
    const begin = performance.now();
    const unknown = Array.from({ length: limits.messagesMax }, () => ann.say('hello', freshId(), UNKNOWN_ID));
    for (const answer of await Promise.all(unknown)) expectError(answer, 'message_not_found', 'replyTo');
    const next = await ann.say('hello');
    if (performance.now() - begin > 1000 * (limits.messagesSeconds - 1)) return t.skip(TOO_SLOW);
    expectError(next, 'too_many_messages');
  });
});

suite('guessing passwords', { skip: withoutLimits }, () => {
  const guess = (login) => logIn({ login, password: 'a wrong guess' });

  test('after five wrong passwords the next attempt answers 429, even with the right one; others get in', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    for (let i = 0; i < limits.failedLoginsMax; i++) expectError(await guess(ann.login), 'wrong_password', 'password');
    expectError(await logIn({ login: ann.login }), 'too_many_attempts');
    assert.equal((await logIn({ login: bob.login })).status, 200);
    assert.equal((await ann.get('/me')).status, 200);
  });

  test('guesses at once learn no more than five guesses in a row', async () => {
    const ann = await person();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(ann.login)));
    const wrong = answers.filter(({ status }) => status === 401).length;
    assert.ok(wrong <= limits.failedLoginsMax, `${wrong} of 12 learned that they are wrong`);
  });

  test('right passwords count towards no limit', async () => {
    const ann = await person();
    for (let i = 0; i < limits.failedLoginsMax + 2; i++) assert.equal((await logIn({ login: ann.login })).status, 200);
  });
});

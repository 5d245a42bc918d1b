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
} from '../server.js';

const UNKNOWN_ID = 2 ** 53 - 1;
const PAGE = `/messages?after=${UNKNOWN_ID}`;
const SEARCH = '/messages?text=nothing&before=1';
const TOO_SLOW = 'this server answers too slowly to be asked too fast';

/**
 * Makes three windows' worth of calls at once, until some are refused. A server that is too slow to reach the limit
 * skips the test. Returns a refusal.
 */
async function flood(t, ask, most, code) {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(Array.from({ length: 3 * most }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, code);
    if (refused.length) return refused[0];
  }
  t.skip(TOO_SLOW);
}

/** Expects that the call succeeds after the time that the refusal names. */
async function succeedsAfterWindow(refused, ask) {
  await pause(1000 * Number(refused.headers.get('retry-after')));
  const answer = await eventually(async () => {
    const again = await ask();
    assert.notEqual(again.status, 429);
    return again;
  });
  assert.ok(answer.status < 300, answer.text);
}

// Each waits for a window of its own to end.
suite('a call over the limit answers 429 and stores nothing', { skip: withoutLimits, concurrency: true }, () => {
  test('messagesMax messages may be sent at once by POST, and as many by socket', async () => {
    const ann = await person();
    const send = server.has('socketSend') ? (await ann.join()).send : undefined;
    const all = Array.from({ length: limits.messagesMax }, () => ann.say('at once'));
    for (const { status, text } of await Promise.all(all)) assert.equal(status, 201, text);
    const acks = all.map(() => send?.({ text: 'at once', clientId: freshId() }));
    for (const ack of await Promise.all(acks)) assert.ok(ack === undefined || ack.ok, JSON.stringify(ack));
  });

  test('more messages are too_many_messages, are not stored, and disturb no other user', async (t) => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { id } = (await bob.say('before')).json.message;
    const clientId = freshId();
    const refused = await flood(t, () => ann.say('flood'), limits.messagesMax, 'too_many_messages');
    if (!refused) return;
    const last = await ann.say('one more', clientId);
    assert.equal((await bob.say('undisturbed')).status, 201);
    assert.equal((await ann.get(PAGE)).status, 200);
    expectError(await ann.say(''), 'empty_text', 'text');
    const isStored = (await messagesAfter(bob, id)).some((message) => message.clientId === clientId);
    assert.equal(isStored, last.status === 201);
    await succeedsAfterWindow(refused, () => ann.say('one more', clientId));
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

  test('a repeated clientId counts like a message, and still gets its message afterwards', async (t) => {
    const ann = await person();
    const { message } = (await ann.say('once')).json;
    const repeat = () => ann.say('again', message.clientId);
    const refused = await flood(t, repeat, limits.messagesMax, 'too_many_messages');
    if (!refused) return;
    await succeedsAfterWindow(refused, repeat);
    assert.deepEqual((await repeat()).json, { message });
  });

  test('edits and deletes count like messages', { skip: without('edit') }, async (t) => {
    const ann = await person();
    const { id } = (await ann.say('first')).json.message;
    const edit = () => ann.edit(id, `edit ${freshId()}`);
    const refused = await flood(t, edit, limits.messagesMax, 'too_many_messages');
    if (!refused) return;
    const last = await ann.remove(id);
    if (last.status !== 200) expectError(last, 'too_many_messages');
    await succeedsAfterWindow(refused, () => ann.remove(id));
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

  test('more pages are too_many_pages, and stop no other user and no other call', async (t) => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const refused = await flood(t, () => ann.get(PAGE), limits.pagesMax, 'too_many_pages');
    assert.equal((await ann.say('undisturbed')).status, 201);
    assert.equal((await bob.get(PAGE)).status, 200);
    if (refused) await succeedsAfterWindow(refused, () => ann.get(PAGE));
  });

  test('more searches are too_many_searches, and pages are still answered', { skip: without('search') }, async (t) => {
    const ann = await person();
    const refused = await flood(t, () => ann.get(SEARCH), limits.searchesMax, 'too_many_searches');
    assert.equal((await ann.get(PAGE)).status, 200);
    if (refused) await succeedsAfterWindow(refused, () => ann.get(SEARCH));
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

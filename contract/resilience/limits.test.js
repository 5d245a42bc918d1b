import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  enter,
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

/** @typedef {import('../client.js').Answer} Answer */

const PAGE = `/messages?after=${2 ** 53 - 1}`;
const SEARCH = '/messages?text=nothing&before=1';

/**
 * Asks until some are refused, three windows' worth at once. A test is skipped where the server is too slow to be
 * asked too fast.
 * @param {import('node:test').TestContext} t
 * @param {() => Promise<Answer>} ask
 * @param {number} most calls in a window
 * @param {string} code
 * @returns {Promise<Answer | undefined>} the refusal
 */
async function flood(t, ask, most, code) {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(Array.from({ length: 3 * most }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, code);
    if (refused.length) return refused[0];
  }
  t.skip('this server answers too slowly to be asked too fast');
}

/** @param {Answer} refused @param {() => Promise<Answer>} ask that is let in when the window is over */
async function comesAgain(refused, ask) {
  await pause(1000 * Number(refused.headers.get('retry-after')));
  const answer = await eventually(async () => {
    const again = await ask();
    assert.notEqual(again.status, 429);
    return again;
  });
  assert.ok(answer.status < 300, answer.text);
}

// Each waits for a window of its own to end.
suite('what is too much is 429 and is not stored', { skip: withoutLimits, concurrency: true }, () => {
  test('as many messages as messagesMax says may be sent at once, by POST and by socket each', async () => {
    const ann = await person();
    const send = server.has('socketSend') ? (await ann.join()).send : undefined;
    const all = Array.from({ length: limits.messagesMax }, () => ann.say('at once'));
    for (const { status, text } of await Promise.all(all)) assert.equal(status, 201, text);
    const acks = all.map(() => send?.({ text: 'at once', clientId: freshId() }));
    for (const ack of await Promise.all(acks)) assert.ok(ack === undefined || ack.ok, JSON.stringify(ack));
  });

  test('more messages are too_many_messages, are not stored, and disturb nobody else', async (t) => {
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
    await comesAgain(refused, () => ann.say('one more', clientId));
  });

  test('by socket the refusal is the acknowledgement, for all sockets of a user together', async (t) => {
    if (!server.has('socketSend')) return t.skip('this server does not claim socketSend');
    const ann = await person();
    const rooms = await Promise.all([ann.join(), ann.join()]);
    const sends = Array.from({ length: 5 * limits.messagesMax }, (_, i) =>
      rooms[i % 2].send({ text: 'flood', clientId: freshId() }),
    );
    const refused = (await Promise.all(sends)).filter(({ ok }) => !ok);
    if (!refused.length) return t.skip('this server answers too slowly to be asked too fast');
    for (const { error } of refused) assert.equal(error.code, 'too_many_messages');
  });

  test('a repeated clientId costs what a message costs, and still has its message afterwards', async (t) => {
    const ann = await person();
    const { message } = (await ann.say('once')).json;
    const repeat = () => ann.say('again', message.clientId);
    const refused = await flood(t, repeat, limits.messagesMax, 'too_many_messages');
    if (!refused) return;
    await comesAgain(refused, repeat);
    assert.deepEqual((await repeat()).json, { message });
  });

  test('more pages are too_many_pages, and stop nobody else and nothing else', async (t) => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const refused = await flood(t, () => ann.get(PAGE), limits.pagesMax, 'too_many_pages');
    assert.equal((await ann.say('undisturbed')).status, 201);
    assert.equal((await bob.get(PAGE)).status, 200);
    if (refused) await comesAgain(refused, () => ann.get(PAGE));
  });

  test('more searches are too_many_searches, and pages go on', { skip: without('search') }, async (t) => {
    const ann = await person();
    const refused = await flood(t, () => ann.get(SEARCH), limits.searchesMax, 'too_many_searches');
    assert.equal((await ann.get(PAGE)).status, 200);
    if (refused) await comesAgain(refused, () => ann.get(SEARCH));
  });
});

suite('guessing passwords', { skip: withoutLimits }, () => {
  const guess = (/** @type {string} */ login) => enter({ login, password: 'a wrong guess' });

  test('after five wrong passwords the next attempt for that login is 429, with the right one too; others get in', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    for (let i = 0; i < limits.failedLoginsMax; i++) expectError(await guess(ann.login), 'wrong_password', 'password');
    expectError(await enter({ login: ann.login }), 'too_many_attempts');
    assert.equal((await enter({ login: bob.login })).status, 200);
    assert.equal((await ann.get('/me')).status, 200);
  });

  test('many guesses at once find out no more than five in a row', async () => {
    const ann = await person();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(ann.login)));
    const told = answers.filter(({ status }) => status === 401).length;
    assert.ok(told <= limits.failedLoginsMax, `${told} of 12 were told that they are wrong`);
  });

  test('right passwords count towards no limit', async () => {
    const ann = await person();
    for (let i = 0; i < limits.failedLoginsMax + 2; i++) assert.equal((await enter({ login: ann.login })).status, 200);
  });
});

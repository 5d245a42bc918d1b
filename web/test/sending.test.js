import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../chat/chatError.js';
import { Outbox } from '../chat/outbox.js';
import { createSending } from '../chat/sending.js';
import { message } from './messages.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {(sent: { text: string, clientId: string }) => any} transmit
 * @param {(id: number) => any} [remove]
 */
function sendingBy(t, transmit, remove = () => {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const outbox = new Outbox({ read: () => null, write() {} });
  /** @type {string[]} */
  const asked = [];
  const told = { stored: 0, ended: 0 };
  const sending = createSending({
    outbox,
    async transmit(sent) {
      asked.push(sent.clientId);
      return { ...(await transmit(sent)), clientId: sent.clientId };
    },
    async remove(id) {
      asked.push(`remove ${id}`);
      await remove(id);
    },
    stored: () => told.stored++,
    changed() {},
    sessionEnded: () => told.ended++,
  });
  t.after(sending.close);
  /** @param {number} [ms] */
  async function pass(ms = 0) {
    await settle();
    for (let end = ms; end > 0; end -= 500) {
      t.mock.timers.tick(500);
      await settle();
    }
  }
  return { outbox, sending, told, asked, pass };
}

const settle = () => new Promise((next) => setImmediate(next));
const away = new ChatError({ code: 'store_unavailable', message: 'The store is away.' });
const refusal = new ChatError({ code: 'text_invalid', message: 'No bells.' });

test('an acknowledged message is sent, with its id', async (t) => {
  const { outbox, sending, told, pass } = sendingBy(t, () => message(7));
  sending.send('hello', 6);
  await pass();
  assert.deepEqual([outbox.entries[0].state, outbox.entries[0].id, told.stored], ['sent', 7, 1]);
});

test('without a connection a message is unknown, and goes out when it is back', async (t) => {
  let connected = false;
  const { outbox, sending, pass } = sendingBy(t, () => {
    if (!connected) throw ChatError.unreachable();
    return message(7);
  });
  sending.send('hello', 0);
  await pass();
  assert.equal(outbox.entries[0].state, 'unknown');
  connected = true;
  sending.goOn();
  await pass();
  assert.equal(outbox.entries[0].state, 'sent');
});

test('a message without an answer is unknown, and is sent again under its clientId until there is one', async (t) => {
  const answers = [ChatError.noAnswer(), away, ChatError.unreachable(), ChatError.from('rubbish')];
  const { outbox, sending, asked, pass } = sendingBy(t, () => {
    const next = answers.shift();
    if (next) throw next;
    return message(7);
  });
  sending.send('hello', 0);
  for (const ms of [0, 1000, 2000, 4000]) {
    await pass(ms);
    assert.deepEqual([outbox.entries[0].state, outbox.entries[0].overdue], ['unknown', true]);
  }
  assert.equal(asked.length, 4);
  await pass(8000);
  assert.equal(outbox.entries[0].state, 'sent');
  assert.deepEqual(asked, Array(5).fill(outbox.entries[0].clientId));
});

test('pauses between attempts grow to 30 s, and a server that is back is asked at once', async (t) => {
  const { sending, asked, pass } = sendingBy(t, () => {
    throw ChatError.noAnswer();
  });
  sending.send('hello', 0);
  await pass(31_000); // 0, 1, 3, 7, 15, 31 s
  assert.equal(asked.length, 6);
  await pass(90_000);
  assert.equal(asked.length, 9);
  sending.goOn();
  await pass();
  assert.equal(asked.length, 10);
  await pass(1000);
  assert.equal(asked.length, 11);
});

test('a refused message says why, is not sent again by itself, and a retry has the same clientId', async (t) => {
  const answers = [refusal];
  const { outbox, sending, asked, pass } = sendingBy(t, () => {
    const next = answers.shift();
    if (next) throw next;
    return message(7);
  });
  sending.send('hello', 0);
  await pass(60_000);
  assert.deepEqual([outbox.entries[0].state, outbox.entries[0].reason], ['refused', 'No bells.']);
  assert.equal(asked.length, 1);
  sending.retry(asked[0]);
  await pass();
  assert.equal(outbox.entries[0].state, 'sent');
  assert.equal(asked[0], asked[1]);
});

test('messages go one after the other, and those written behind an unknown one wait for it', async (t) => {
  let isAway = true;
  /** @type {string[]} */
  const stored = [];
  const { sending, pass } = sendingBy(t, ({ text }) => {
    if (isAway) throw away;
    stored.push(text);
    return message(stored.length);
  });
  for (const text of ['one', 'two', 'three']) sending.send(text, 0);
  await pass();
  isAway = false;
  sending.send('four', 0);
  await pass(5000);
  assert.deepEqual(stored, ['one', 'two', 'three', 'four']);
});

test('a refused message holds nobody up', async (t) => {
  const { outbox, sending, pass } = sendingBy(t, ({ text }) => {
    if (text === 'bell') throw refusal;
    return message(7);
  });
  sending.send('bell', 0);
  sending.send('hello', 0);
  await pass();
  assert.deepEqual(
    outbox.entries.map(({ state }) => state),
    ['refused', 'sent'],
  );
});

test('a message on its way is not sent a second time at the same time', async (t) => {
  const { sending, asked, pass } = sendingBy(t, () => new Promise(() => {}));
  sending.send('hello', 0);
  sending.goOn();
  sending.goOn();
  await pass(60_000);
  assert.equal(asked.length, 1);
});

test('a message that came by itself while its answer was lost is not sent again, and holds nobody up', async (t) => {
  const { outbox, sending, asked, pass } = sendingBy(t, async ({ clientId, text }) => {
    if (text === 'next') return message(8);
    sending.known({ ...message(7), clientId });
    throw ChatError.noAnswer();
  });
  sending.send('hello', 0);
  sending.send('next', 0);
  await pass();
  assert.deepEqual([asked.length, ...outbox.entries.map(({ state }) => state)], [2, 'sent', 'sent']);
});

test('a message without a session asks for a login, and stays unknown', async (t) => {
  const { outbox, sending, told, pass } = sendingBy(t, () => {
    throw new ChatError({ code: 'not_logged_in', message: 'Log in first.' });
  });
  sending.send('hello', 0);
  await pass();
  assert.deepEqual([outbox.entries[0].state, told.ended], ['unknown', 1]);
});

test('once it is closed nothing is sent: the next session may be another user’s', async (t) => {
  const { sending, asked, pass } = sendingBy(t, () => {
    throw away;
  });
  sending.send('one', 0);
  sending.send('two', 0);
  await pass();
  sending.close();
  await pass(60_000);
  assert.equal(asked.length, 1);
});

test('a discarded message is not sent again; where it turns up it is deleted', async (t) => {
  const { outbox, sending, asked, pass } = sendingBy(t, () => {
    throw ChatError.noAnswer();
  });
  sending.send('hello', 0);
  await pass();
  const [clientId] = asked;
  sending.discard(clientId);
  await pass(60_000);
  assert.deepEqual(asked, [clientId]);
  sending.known({ ...message(7), clientId });
  await pass();
  assert.deepEqual(asked, [clientId, 'remove 7']);
  assert.deepEqual(outbox.entries, []);
});

test('a message discarded while it is on its way is deleted when its answer comes', async (t) => {
  /** @type {(stored: any) => void} */
  let answer = () => {};
  const { outbox, sending, asked, pass } = sendingBy(t, () => new Promise((done) => (answer = done)));
  sending.send('hello', 0);
  await pass();
  sending.discard(asked[0]);
  answer(message(7));
  await pass();
  assert.equal(asked[1], 'remove 7');
  assert.deepEqual(outbox.entries, []);
});

test('deleting is tried again until there is an answer, and holds up no message', async (t) => {
  let isAway = true;
  const { outbox, sending, asked, pass } = sendingBy(
    t,
    () => new Promise(() => {}),
    () => {
      if (isAway) throw away;
    },
  );
  sending.send('hello', 0);
  await pass();
  sending.known({ ...message(7), clientId: asked[0] });
  sending.discard(asked[0]);
  await pass(2500);
  assert.equal(asked.filter((call) => call === 'remove 7').length, 2);
  isAway = false;
  await pass(10_000);
  assert.deepEqual(outbox.entries, []);
});

test('a message that is not there any more need not be deleted', async (t) => {
  const { outbox, sending, asked, pass } = sendingBy(
    t,
    () => new Promise(() => {}),
    () => {
      throw new ChatError({ code: 'message_not_found', message: 'There is none.' });
    },
  );
  sending.send('hello', 0);
  await pass();
  sending.discard(asked[0]);
  sending.known({ ...message(7), clientId: asked[0] });
  await pass(60_000);
  assert.deepEqual(outbox.entries, []);
  assert.equal(asked.filter((call) => call === 'remove 7').length, 1);
});

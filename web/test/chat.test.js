import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createChat } from '../chat/chat.js';
import { ChatError } from '../chat/chatError.js';
import { message, messages } from './messages.js';
import { until } from './until.js';

const me = { id: 'ann', name: 'Ann' };

/**
 * Starts a chat on a fake server and a fake wire, which may take no messages. `kept` is an outbox from before a reload.
 */
function started(kept = null, takesMessages = true) {
  const server = {
    stored: messages(1, 10),
    online: [me],
    /** The session's user. */
    user: me,
    onlineAsked: 0,
    /** The next requests for the list are answered by these errors. */
    onlineFaults: [],
    connects: 0,
    sent: [],
  };
  async function store(sent) {
    server.sent.push(sent);
    const stored = { ...message(server.stored.length + 1, 'ann'), clientId: sent.clientId, text: sent.text };
    server.stored.push(stored);
    return stored;
  }
  const api = {
    post: store,
    me: async () => server.user,
    messages: async ({ after = 0 }) => ({ messages: server.stored.filter(({ id }) => id > after), more: false }),
    async online() {
      server.onlineAsked++;
      const users = [...server.online];
      await new Promise((next) => setTimeout(next, 20));
      const fault = server.onlineFaults.shift();
      if (fault instanceof Error) throw fault;
      if (fault !== undefined) return fault;
      return { count: users.length, users };
    },
  };
  let wire;
  const calls = [];
  const chat = createChat({
    me,
    api,
    openTransport(events) {
      wire = events;
      return {
        connect: () => void server.connects++,
        close() {},
        send: takesMessages ? store : undefined,
      };
    },
    storedOutbox: { read: () => kept, write: (value) => (kept = value) },
    maxInMemory: 500,
    limits: { onlineListed: 100, typingSeconds: 5 },
    on: {
      changed() {},
      fresh() {},
      connection: (connection) => calls.push(connection),
      sessionEnded: () => calls.push('session ended'),
    },
  });
  after(() => chat.close()); // its timers would hold the process
  chat.start();
  const welcome = () =>
    wire.welcome({
      me: takesMessages ? server.user : me,
      online: { count: server.online.length },
      lastId: server.stored.length,
      rev: 0,
    });
  return { chat, server, calls, welcome, wire: () => wire, kept: () => kept };
}

test('a user who returns to the page gets messages that a silent socket did not bring', async () => {
  const { chat, server, welcome } = started();
  welcome();
  await pause(5);
  server.stored.push(message(11));
  chat.wake();
  await until(() => chat.history.lastId === 11);
});

test('an own message is in the conversation once, whether the answer or the push comes first', async () => {
  for (const [pushFirst, takesMessages] of [
    [true, true],
    [false, true],
    [false, false],
  ]) {
    const { chat, server, welcome, wire } = started(null, takesMessages);
    welcome();
    await pause(5);
    chat.send('hello');
    if (pushFirst) wire().messages(server.stored.slice(-1));
    await pause(5);
    if (!pushFirst) wire().messages(server.stored.slice(-1));
    assert.equal(chat.history.messages.filter(({ text }) => text === 'hello').length, 1);
    assert.deepEqual(chat.outbox.entries, []);
  }
});

test('a list of people that is out of date is asked for again', async () => {
  const { chat, server, welcome, wire } = started();
  welcome();
  await pause(10);
  const bob = { id: 'bob', name: 'Bob' };
  server.online.push(bob);
  wire().presence({ count: 2, joined: { count: 1, users: [bob] }, left: { count: 0, users: [] } });
  await pause(30);
  assert.equal(server.onlineAsked, 1);
  const names = () => chat.people.listed.map(({ name }) => name);
  await until(() => server.onlineAsked === 2 && names().length > 1);
  assert.deepEqual(names(), ['Ann', 'Bob']);
});

test('after an error the list of people stays as it was and is asked for later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const { chat, server, calls, welcome, wire } = started();
  const names = () => chat.people.listed.map(({ name }) => name);
  const settle = () => new Promise((next) => setImmediate(next));
  async function passing(ms) {
    for (let i = 0; i < ms / 20; i++, await settle()) t.mock.timers.tick(20);
  }
  server.online.push({ id: 'bob', name: 'Bob' });
  welcome();
  await passing(100);
  assert.deepEqual(names(), ['Ann', 'Bob']);

  const away = new ChatError({ code: 'presence_unavailable', message: 'Who is online cannot be told now.' });
  server.onlineFaults = [away, ChatError.noAnswer(), []];
  server.online.push({ id: 'cleo', name: 'Cleo' });
  wire().presence({ count: 3, joined: { count: 1, users: [] }, left: { count: 0, users: [] } });
  await passing(2000);
  assert.equal(server.onlineAsked, 2);
  assert.deepEqual([names(), chat.people.count], [['Ann', 'Bob'], 3]);
  await passing(30_000);
  assert.deepEqual(names(), ['Ann', 'Bob', 'Cleo']);
  assert.equal(server.onlineAsked, 5);
  assert.deepEqual(calls, ['joined']);
});

const waiting = { clientId: 'mine', text: 'hello', at: '2026-01-31T12:00:00Z', state: 'sending' };

test('after another user logged in in this browser, nothing is sent as theirs and the session ends', async () => {
  const emptied = { id: me.id, name: 'Bob' }; // an emptied server assigns the same ids again
  for (const [learn, user] of [
    ['by the welcome', { id: 'bob', name: 'Bob' }],
    ['by the welcome', emptied],
    ['by /me', { id: 'bob', name: 'Bob' }],
    ['by /me', emptied],
    ['by sending', emptied],
  ]) {
    const { chat, server, calls, welcome, wire, kept } = started([waiting], learn !== 'by sending');
    server.user = user;
    if (learn === 'by /me') wire().sessionEnded();
    else welcome();
    await until(() => calls.includes('session ended'));
    chat.send('late');
    await pause(5);
    assert.deepEqual([server.sent, server.connects], [[], 1], learn);
    assert.equal(kept()[0].clientId, 'mine', 'kept for its author');
  }
});

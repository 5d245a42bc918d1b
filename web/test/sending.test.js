import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ChatError } from '../chat/chatError.js';
import { Outbox } from '../chat/outbox.js';
import { createSending } from '../chat/sending.js';
import { message } from './messages.js';

/** @param {(sent: { text: string, clientId: string }) => Promise<any>} transmit */
function sendingBy(transmit) {
  const outbox = new Outbox({ read: () => null, write() {} });
  const told = { stored: 0, ended: 0 };
  const sending = createSending({
    outbox,
    transmit,
    stored: () => told.stored++,
    changed() {},
    sessionEnded: () => told.ended++,
  });
  return { outbox, sending, told };
}

test('an acknowledged message is stored, with its id', async () => {
  const { outbox, sending, told } = sendingBy(async () => message(7));
  sending.send('hello');
  await pause(1);
  assert.deepEqual([outbox.entries[0].state, outbox.entries[0].id, told.stored], ['stored', 7, 1]);
});

test('without a connection a message stays pending, and goes out when it is back', async () => {
  let connected = false;
  const { outbox, sending } = sendingBy(async () => {
    if (!connected) throw ChatError.unreachable();
    return message(7);
  });
  sending.send('hello');
  await pause(1);
  assert.equal(outbox.entries[0].state, 'pending');
  connected = true;
  sending.sendWaiting();
  await pause(1);
  assert.equal(outbox.entries[0].state, 'stored');
});

test('a refused message fails with the server’s words, and a retry has the same clientId', async () => {
  /** @type {string[]} */
  const clientIds = [];
  const { outbox, sending } = sendingBy(async ({ clientId }) => {
    clientIds.push(clientId);
    if (clientIds.length === 1) throw new ChatError({ code: 'store_unavailable', message: 'The store is away.' });
    return message(7);
  });
  sending.send('hello');
  await pause(1);
  assert.deepEqual([outbox.entries[0].state, outbox.entries[0].reason], ['failed', 'The store is away.']);
  sending.retry(clientIds[0]);
  await pause(1);
  assert.equal(outbox.entries[0].state, 'stored');
  assert.equal(clientIds[0], clientIds[1]);
});

test('a message on its way is not sent a second time at the same time', async () => {
  let sent = 0;
  const { sending } = sendingBy(async () => {
    sent++;
    await pause(5);
    return message(7);
  });
  sending.send('hello');
  sending.sendWaiting();
  sending.sendWaiting();
  await pause(10);
  assert.equal(sent, 1);
});

test('a message without a session asks for a login, and does not fail', async () => {
  const { outbox, sending, told } = sendingBy(async () => {
    throw new ChatError({ code: 'not_logged_in', message: 'Log in first.' });
  });
  sending.send('hello');
  await pause(1);
  assert.deepEqual([outbox.entries[0].state, told.ended], ['pending', 1]);
});

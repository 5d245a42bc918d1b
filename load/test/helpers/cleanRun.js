import { makeClientId, textOf } from '../../src/ledger/clientIds.js';
import { Ledger } from '../../src/ledger/ledger.js';

const START = 1_750_000_000_000;

/** Makes a clean run: each message has its ack 5 ms after the intended time, and reaches all receivers after 8 ms. */
export function cleanRun({ messages = 20, receivers = 3 } = {}) {
  const ledger = new Ledger('r1');
  for (let index = 0; index < receivers; index++) {
    ledger.joined(`user ${index}`, START - 1000);
  }
  const store = [];
  for (let number = 0; number < messages; number++) {
    const intendedAt = START + number * 10;
    const clientId = makeClientId({ run: 'r1', sender: number % receivers, number, intendedAt });
    const message = { id: number + 1, clientId, text: textOf(clientId) };
    store.push(message);
    ledger.sent(clientId, intendedAt + 1);
    ledger.acknowledged(clientId, message.id, intendedAt + 5);
    for (let index = 0; index < receivers; index++) ledger.received(`user ${index}`, [message], intendedAt + 8);
  }
  return { ledger, store, clientId: (id) => store[id - 1].clientId };
}

/** Lets all receivers leave long after the last message. @param {Ledger} ledger */
export function finished(ledger) {
  for (const name of ledger.receivers.keys()) ledger.left(name, START + 60_000);
  return JSON.parse(JSON.stringify(ledger));
}

export { START };

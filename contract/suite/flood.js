import assert from 'node:assert/strict';
import { freshClientId } from './person.js';

/**
 * Sends by socket, 20 at a time, until one is refused: the user's allowance is used up.
 * @param {Awaited<ReturnType<import('./trial.js').Trial['join']>>} connection
 */
export async function floodUntilRefused(connection) {
  for (let rounds = 0; rounds < 20; rounds++) {
    const burst = Array.from({ length: 20 }, () =>
      connection.send({ text: 'flood', clientId: freshClientId() }, 15_000),
    );
    if ((await Promise.all(burst)).some((ack) => !ack.ok)) return;
  }
  assert.fail('400 messages were taken without a pause');
}

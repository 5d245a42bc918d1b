import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClientId } from '../../ledger/clientIds.js';
import { now } from '../../ledger/clock.js';
import { Ledger } from '../../ledger/ledger.js';
import { LiveTally } from '../../livePage/driver/liveTally.js';

/**
 * @param {LiveTally} tally
 * @returns what it says of the first seconds together: a busy machine may come late to any of them
 */
function told(tally) {
  const seconds = Array.from({ length: 20 }, (_, second) => tally.tell(second, now()));
  const sum = (/** @type {'sent' | 'refused' | 'acknowledged'} */ key) =>
    seconds.reduce((total, second) => total + second[key], 0);
  const [{ waiting }] = seconds;
  return { sent: sum('sent'), refused: sum('refused'), acknowledged: sum('acknowledged'), waiting };
}

test('a message that is refused and then acknowledged waits no more, and counts once', () => {
  const startAt = now();
  const ledger = new Ledger({ run: 'r1', target: 'a' });
  const tally = new LiveTally({
    run: 'r1',
    startAt,
    crowd: /** @type {any} */ ({ startedAt: startAt, members: [] }),
  });
  ledger.tally = tally;
  const [one, other] = [0, 1].map((number) => makeClientId({ run: 'r1', sender: 0, number, intendedAt: startAt }));
  for (const clientId of [one, other]) ledger.sent(clientId, now());
  ledger.refused(one, 'store_unavailable');
  ledger.refused(one, 'store_unavailable');
  ledger.acknowledged(one, 1, now());
  assert.deepEqual(told(tally), { sent: 2, refused: 1, acknowledged: 1, waiting: 1 });
});

test('a refusal stands in the second that the clock of the run says', (t) => {
  const startAt = now();
  const ledger = new Ledger({ run: 'r1', target: 'a' });
  ledger.tally = new LiveTally({
    run: 'r1',
    startAt,
    crowd: /** @type {any} */ ({ startedAt: startAt, members: [] }),
  });
  const clientId = makeClientId({ run: 'r1', sender: 0, number: 0, intendedAt: startAt });
  ledger.sent(clientId, now());
  // Somebody sets the machine's clock back.
  t.mock.method(Date, 'now', () => startAt - 60_000);
  ledger.refused(clientId, 'store_unavailable');
  assert.equal(told(ledger.tally).refused, 1);
});

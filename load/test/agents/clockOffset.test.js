import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockOffset } from '../../src/agents/clockOffset.js';
import { clocksApart } from '../../src/agents/agents.js';
import { now } from '../../src/machine/clock.js';

test('the offset of a clock is found within its stated error, even if one direction is slower', async () => {
  for (const [there, back] of [
    [2, 0],
    [0, 2],
  ]) {
    const { offsetMs, withinMs } = await clockOffset(async () => {
      if (there) await sleep(there);
      const told = now() + 5000;
      if (back) await sleep(back);
      return told;
    });
    // A double stores milliseconds since 1970 only to some ten thousandths.
    assert.ok(Math.abs(offsetMs - 5000) <= withinMs + 0.01, `${offsetMs} ms, within ${withinMs}`);
    assert.ok(withinMs >= (there + back - 1) / 2, `${withinMs} ms cannot be known`);
  }
});

test('latencies between hosts are reported if all clocks are known within 1 ms', () => {
  const seen = (/** @type {number[]} */ ...within) =>
    clocksApart(within.map((clockWithinMs, index) => /** @type {any} */ ({ name: `host${index}`, clockWithinMs })));
  assert.equal(seen(0.2, 1), null);
  assert.equal(seen(0.2, 1.1, 0.3), 'no latency of deliveries: the clock of host1 is known only within 1.1 ms');
  assert.equal(seen(40), null, 'one host has one clock');
});

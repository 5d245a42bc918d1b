import assert from 'node:assert/strict';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { test } from 'node:test';
import { oneAtATime } from '../../run/oneAtATime.js';

test('servers that are up together are measured in turn when all are warm, and end after the last', async () => {
  /** @type {string[]} */
  const seen = [];
  // The first is warm last.
  const runs = [3, 1, 2].map((turns, place) => async (/** @type {import('../../run/oneAtATime.js').Alone} */ alone) => {
    for (let turn = 0; turn < turns; turn++) await turnOfTheLoop();
    seen.push('warm');
    const measured = await alone(async () => {
      seen.push(`${place} begins`);
      await turnOfTheLoop();
      seen.push(`${place} is measured`);
      return place * 10;
    });
    seen.push('ends');
    return measured;
  });
  assert.deepEqual(await oneAtATime(runs), [0, 10, 20]);
  const measured = [0, 1, 2].flatMap((place) => [`${place} begins`, `${place} is measured`]);
  assert.deepEqual(seen, ['warm', 'warm', 'warm', ...measured, 'ends', 'ends', 'ends']);
});

for (const when of ['before it is warm', 'while it is measured']) {
  test(`one that fails ${when} lets nobody wait for it, and its error is told when all have ended`, async () => {
    let ended = 0;
    const fails = async () => Promise.reject(new Error('no server'));
    const run =
      (/** @type {boolean} */ isBad) => async (/** @type {import('../../run/oneAtATime.js').Alone} */ alone) => {
        try {
          if (isBad && when === 'before it is warm') await fails();
          return await alone(isBad ? fails : async () => {});
        } finally {
          await turnOfTheLoop();
          ended++;
        }
      };
    await assert.rejects(oneAtATime([run(false), run(true), run(false)]), /no server/);
    assert.equal(ended, 3);
  });
}

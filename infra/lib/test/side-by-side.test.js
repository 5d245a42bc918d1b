import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '../side-by-side.js';

/** By turns of the loop, not by time: on a busy machine two timers of different lengths end in the same turn. @param {number} count */
async function turns(count) {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

/**
 * Runs the pieces and tells which were under way together.
 * @param {{name: string, alone?: string[]}[]} pieces
 * @param {Parameters<typeof sideBySide>[1]} [atOnce]
 */
async function together(pieces, atOnce = { least: 2 }) {
  const now = new Set();
  const seen = new Set();
  const order = [];
  await sideBySide(pieces, atOnce, async ({ name }) => {
    order.push(name);
    now.add(name);
    seen.add([...now].sort().join('+'));
    await turns(50);
    now.delete(name);
  });
  return { seen, order };
}

test('every piece is done once, two at a time', async () => {
  const { seen, order } = await together([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  assert.deepEqual(order, ['a', 'b', 'c']);
  assert.ok(seen.has('a+b'));
  assert.ok(![...seen].some((names) => names.split('+').length > 2));
});

test('two that want the same for themselves never run together, and others pass them', async () => {
  const { seen, order } = await together([
    { name: 'a', alone: ['x'] },
    { name: 'b', alone: ['x', 'y'] },
    { name: 'c' },
  ]);
  assert.ok(![...seen].some((names) => names.includes('a') && names.includes('b')));
  assert.deepEqual(order, ['a', 'c', 'b']);
});

test('those that want the same keep their order, even where a later one could begin', async () => {
  const { order } = await together([
    { name: 'a', alone: ['x'] },
    { name: 'b', alone: ['x', 'y'] },
    { name: 'c', alone: ['y'] },
    { name: 'd' },
  ]);
  assert.deepEqual(order, ['a', 'd', 'b', 'c']);
});

test('beyond the least one more begins only where there is room, and never more than the most', async () => {
  const pieces = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  const most = async (/** @type {boolean} */ free) => {
    const { seen } = await together(pieces, {
      least: 1,
      most: 3,
      room: () => turns(5).then(() => free),
    });
    return Math.max(...[...seen].map((names) => names.split('+').length));
  };
  assert.equal(await most(true), 3);
  assert.equal(await most(false), 1);
});

test('where nobody looks for room there is room', async () => {
  const pieces = ['a', 'b', 'c'].map((name) => ({ name }));
  assert.ok((await together(pieces, { least: 1, most: 2 })).seen.has('a+b'));
});

test('what became free while room was looked for goes to the first that wants it', async () => {
  const pieces = [{ name: 'a', alone: ['x'] }, { name: 'b', alone: ['x'] }, { name: 'c' }];
  const room = () => turns(150).then(() => true);
  assert.deepEqual((await together(pieces, { least: 1, most: 2, room })).order, ['a', 'b', 'c']);
});

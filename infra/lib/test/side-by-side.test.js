import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '../side-by-side.js';

/** Runs the pieces and tells which were under way together. @param {{name: string, alone?: string[]}[]} pieces */
async function together(pieces) {
  const now = new Set();
  const seen = new Set();
  const order = [];
  await sideBySide(pieces, 2, async ({ name }) => {
    order.push(name);
    now.add(name);
    seen.add([...now].sort().join('+'));
    await new Promise((next) => setTimeout(next, 10));
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

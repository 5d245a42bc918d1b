import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFloodTarget } from '../../floods/floodTarget.js';

test('of an instance that is named and not there, nobody else’s ports are flooded in its place', async () => {
  for (const target of ['node', 'laravel', 'laravel-workers'])
    await assert.rejects(findFloodTarget({ target, instance: 'never-started' }), /never-started has no/);
});

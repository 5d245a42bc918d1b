import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineErrors } from '../../chat/leader.js';

test('what an engine of Artillery counted as an error is named, so that the run fails by it', () => {
  assert.deepEqual(engineErrors({ 'errors.ECONNREFUSED': 3, 'vusers.created': 10 }), [
    'An engine counted 3 times ECONNREFUSED.',
  ]);
  assert.deepEqual(engineErrors({ 'vusers.created': 10 }), []);
});

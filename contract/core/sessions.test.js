import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, expectError, person } from '../server.js';

test('GET /me tells whose session it is', async () => {
  const ann = await person();
  const { status, json } = await ann.get('/me');
  assert.deepEqual([status, json.user], [200, ann.user]);
  expectError(await call('GET', '/me'), 'not_logged_in');
});

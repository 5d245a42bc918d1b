import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv, secrets } from '../secrets.js';

const fresh = () => /** @type {any} */ ({ dir: mkdtempSync(join(tmpdir(), 'chat-secrets-')) });

test('the keys of an instance are made once, and only their owner may read them', () => {
  const it = fresh();
  const made = secrets(it);
  assert.deepEqual(secrets(it), made);
  assert.equal(statSync(join(it.dir, 'env')).mode & 0o777, 0o600);
  assert.deepEqual(parseEnv(readFileSync(join(it.dir, 'env'), 'utf8')), made);
});

test('two instances have different keys', () => {
  const [one, other] = [secrets(fresh()), secrets(fresh())];
  const names = ['PUSHER_APP_KEY', 'PUSHER_APP_SECRET', 'DB_PASSWORD'];
  for (const name of names) {
    assert.notEqual(one[name], other[name], name);
  }
});

test('an instance of an earlier version gets the keys that it lacks, and keeps its own', () => {
  const it = fresh();
  writeFileSync(join(it.dir, 'env'), "PUSHER_APP_SECRET='known'\n", { mode: 0o600 });
  const made = secrets(it);
  assert.equal(made.PUSHER_APP_SECRET, 'known');
  assert.match(made.PUSHER_APP_KEY, /^[0-9a-f]{20}$/);
});

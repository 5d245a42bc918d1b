import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
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
  for (const name of ['SESSION_SECRET', 'APP_KEY', 'PUSHER_APP_KEY', 'PUSHER_APP_SECRET', 'DB_PASSWORD']) {
    assert.notEqual(one[name], other[name], name);
  }
});

test("Laravel's key is 32 bytes in base64", () => {
  const [, key] = /^base64:(.+)$/.exec(secrets(fresh()).APP_KEY) ?? [];
  assert.equal(Buffer.from(key, 'base64').length, 32);
});

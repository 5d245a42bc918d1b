import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';
import { installed, pinned } from '../php-packages.js';

test('every PHP package is installed in its pinned version, and none beside them', () => {
  assert.deepEqual(installed(), pinned(), 'infra/up fetches the pinned ones, php-packages.js write pins new ones');
});

test('pins are exact versions of packages, and what composer.json asks for is among them', () => {
  for (const [name, version] of Object.entries(pinned())) {
    assert.match(name, /^[a-z0-9._-]+\/[a-z0-9._-]+$/);
    assert.match(version, /^\d+(\.\d+){1,3}$/, name);
  }
  const { require: wanted, 'require-dev': dev } = JSON.parse(
    readFileSync(join(root, 'laravel-chat/composer.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...wanted, ...dev })) {
    if (name.includes('/')) assert.ok(name in pinned(), name);
  }
});

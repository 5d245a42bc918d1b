import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('every file that docs/architecture.md names is there', async () => {
  const text = await readFile(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const files = [...text.matchAll(/`(\w[\w.-]*\/[\w/.-]+\.\w+)`/g)].map(([, name]) => name);
  assert.ok(files.length > 30, `${files.length} files`);
  const folders = ['node-chat/src', 'node-chat', 'laravel-chat/app', 'laravel-chat'];
  const missing = files.filter((file) => !folders.some((folder) => existsSync(path.join(ROOT, folder, file))));
  assert.deepEqual(missing, []);
});

import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('every file that docs/architecture.md names is there', async () => {
  const text = await readFile(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = text.matchAll(/`((?:src|lab|app|websockets|packages|routes)\/[\w/.-]+\.\w+)`/g);
  const files = [...named].map(([, name]) => path.join(/^(src|lab)\//.test(name) ? 'node-chat' : 'laravel-chat', name));
  assert.ok(files.length > 30, `${files.length} files`);
  for (const file of files) await access(path.join(ROOT, file));
});

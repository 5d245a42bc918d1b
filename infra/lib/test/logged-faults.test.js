import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loggedFaults, logLengths } from '../logged-faults.js';

test('of what servers logged the faults are told that came meanwhile, each once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'logged-faults-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const laravel = join(folder, 'fpm.log');
  const node = join(folder, 'node.log');
  writeFileSync(laravel, 'production.ERROR: an old one\n');
  writeFileSync(node, '{"level":50,"err":{"message":"an old one, which makes it long"}}\n');
  const before = logLengths(folder);
  appendFileSync(laravel, 'production.ERROR: The store is away.\nready to handle connections\n'.repeat(2));
  writeFileSync(node, '{"level":30,"msg":"up"}\n{"level":50,"msg":"\u001b[31m"}\n');
  writeFileSync(join(folder, 'nginx.log'), '2026/01/01 [crit] 7#7: no room\n');
  assert.deepEqual(loggedFaults(folder, before), [
    'fpm.log: production.ERROR: The store is away.',
    'nginx.log: 2026/01/01 [crit] 7#7: no room',
    'node.log: {"level":50,"msg":"[31m"}',
  ]);
  assert.deepEqual(loggedFaults(join(folder, 'gone'), before), []);
});

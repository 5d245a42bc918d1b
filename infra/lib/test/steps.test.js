import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';
import { filesOfTheChat } from '../steps.js';

test('no browser test is left out', () => {
  const files = readdirSync(join(root, 'web/test/browser')).filter((file) => file.endsWith('.test.js'));
  const named = [...filesOfTheChat, 'plainPusher'].map((name) => `${name}.test.js`);
  assert.deepEqual(files.sort(), named.sort());
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('clean-ups run in reverse order, even after one failed', () => {
  const script = `
    const { atExit } = await import('${new URL('../src/atExit.js', import.meta.url).href}');
    atExit(() => console.log('the checkout'));
    atExit(() => { throw new Error('it cannot'); });
    atExit(() => console.log('its server'));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.deepEqual([stdout, stderr], ['its server\nthe checkout\n', 'it cannot\n']);
});

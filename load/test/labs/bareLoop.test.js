import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const BARE_LOOP = new URL('../../labs/bareLoop/bareLoop.js', import.meta.url).href;

test('a bare loop ends with whoever started it', { timeout: 60_000 }, async (t) => {
  const script = `
    const { BareLoop } = await import('${BARE_LOOP}');
    const loop = new BareLoop('select', { patienceMs: 1000 });
    await loop.start();
    console.log(loop.pid);
    process.exit(0);
  `;
  const words = ['--input-type=module', '--eval', script];
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'inherit']);
  const pid = Number(execFileSync(process.execPath, words, { encoding: 'utf8', stdio }));
  assert.ok(pid > 0);
  t.after(() => isLoop(pid) && process.kill(pid, 'SIGKILL'));
  while (isLoop(pid)) await sleep(5, undefined, { signal: t.signal });
});

/** @param {number} pid that may be somebody else's meanwhile */
function isLoop(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('bareLoop');
  } catch {
    return false;
  }
}

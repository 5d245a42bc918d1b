import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits at most 30 s, long enough for a busy machine. */
export async function until(holds) {
  for (const end = Date.now() + 30_000; !holds(); await pause(1)) assert.ok(Date.now() < end, `never: ${holds}`);
}

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** It fails after 30 s: a machine that does much else is slow. @param {() => unknown} holds */
export async function until(holds) {
  for (const end = Date.now() + 30_000; !holds(); await pause(1)) assert.ok(Date.now() < end, `never: ${holds}`);
}

// Nothing else runs here: see control.js.
import { workerData } from 'node:worker_threads';

const EVERY_MS = 20;

let due = performance.now() + EVERY_MS;
setInterval(() => {
  const now = performance.now();
  const lateMs = Math.round(now - due);
  if (lateMs > Atomics.load(workerData, 0)) Atomics.store(workerData, 0, lateMs);
  due = now + EVERY_MS;
}, EVERY_MS);

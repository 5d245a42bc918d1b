// A supervisor event listener. It kills a part that answers nobody for a minute and a half, and the supervisor starts
// the part again. A part that answers 503, since its store is away, is left alone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recall } from './instance.js';
import { parts } from './parts/index.js';
import { listenToSupervisor } from './supervisor-events.js';

/** Longer than the worst flood makes a living server wait; tests are not that patient. */
const patienceMs = Number(process.env.CHAT_HEARTBEAT_MS ?? 45_000);
const silencesMost = 2;
/** @type {Map<string, {pid: number, silences: number}>} by part */
const heard = new Map();

const it = recall(process.argv[2]);
const list = it ? parts(it) : [];
listenToSupervisor(() => list.forEach(listen));

/** @param {import('./parts/index.js').Part} part */
async function listen({ name, pulse }) {
  const file = join(it?.dir ?? '', `run/${name}.pgid`);
  if (!pulse || !existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  const silent = !(await pulse(patienceMs));
  const before = heard.get(name);
  const silences = silent ? (before?.pid === pid ? before.silences : 0) + 1 : 0;
  heard.set(name, { pid, silences });
  if (silences < silencesMost) return;
  console.error(`${new Date().toISOString()} ${name} (pid ${pid}) answers nobody: killed`);
  heard.delete(name);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

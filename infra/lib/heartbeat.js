// A supervisor event listener: an event loop that answers nobody for a minute and a half is killed, and so started
// again. One that answers, if only to say that its store is away, is left alone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recall } from './instance.js';
import { parts } from './parts/index.js';
import { listenToSupervisor } from './supervisor-events.js';

/** Longer than the worst flood makes a living server wait; tests are not that patient. */
const answerMs = Number(process.env.CHAT_HEARTBEAT_MS ?? 45_000);
const silencesMost = 2;
/** @type {Map<string, {pid: number, silences: number}>} by part */
const heard = new Map();

const it = recall(process.argv[2]);
// Only the event loops: php-fpm and nginx tend their own workers.
const loops = it ? parts(it).filter(({ name }) => name === 'node' || name === 'loop') : [];
listenToSupervisor(() => loops.forEach(listen));

/** @param {import('./parts/index.js').Part} part */
async function listen(part) {
  const file = join(it?.dir ?? '', `run/${part.name}.pgid`);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  const silent = !(await answers(part.health ?? ''));
  const before = heard.get(part.name);
  const silences = silent ? (before?.pid === pid ? before.silences : 0) + 1 : 0;
  heard.set(part.name, { pid, silences });
  if (silences < silencesMost) return;
  console.error(`${new Date().toISOString()} ${part.name} (pid ${pid}) answers nobody: killed`);
  heard.delete(part.name);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** @param {string} url */
async function answers(url) {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(answerMs) })).arrayBuffer();
    return true;
  } catch (error) {
    // Refused means that nobody is there: that is the supervisor's own to see.
    return /** @type {{cause?: {code?: string}}} */ (error).cause?.code === 'ECONNREFUSED';
  }
}

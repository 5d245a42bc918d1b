// A supervisor event listener: a part that dies five times within a minute ends the whole, with its log's tail.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './last-lines.js';
import { listenToSupervisor } from './supervisor-events.js';

const dir = process.argv[2];
const most = Number(process.env.CHAT_MAX_DEATHS ?? 5);
const withinMs = 60_000;
/** @type {Map<string, number[]>} when each part died, ms */
const deaths = new Map();

/** @param {string} part */
function end(part) {
  const log = join(dir, 'log', `${part}.log`);
  const tail = lastLines(readFileSync(log, 'utf8'), 20);
  writeFileSync(join(dir, 'ended.txt'), `${part} died ${most} times within a minute. The end of ${log}:\n${tail}\n`);
  process.kill(process.ppid, 'SIGTERM');
}

/** @param {string} payload `processname:node groupname:node from_state:RUNNING expected:0 pid:7` */
function died(payload) {
  const part = /processname:(\S+)/.exec(payload)?.[1] ?? '?';
  const now = Date.now();
  const recent = [...(deaths.get(part) ?? []).filter((at) => now - at < withinMs), now];
  deaths.set(part, recent);
  if (recent.length >= most) end(part);
}

listenToSupervisor(died);

// A supervisor event listener: a part that dies five times within a minute ends its chat, with the log's tail told; where
// no other chat runs, it ends the whole.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recall } from './instance.js';
import { lastLines } from './last-lines.js';
import { control, states } from './supervisor.js';
import { listenToSupervisor } from './supervisor-events.js';
import { whoEnds } from './who-ends.js';

const it = recall(process.argv[2]);
const most = Number(process.env.CHAT_MAX_DEATHS ?? 5);
const withinMs = 60_000;
/** @type {Map<string, number[]>} when each part died, ms */
const deaths = new Map();

/** @param {string} part */
async function end(part) {
  if (!it) return;
  const log = join(it.dir, 'log', `${part}.log`);
  const tail = lastLines(readFileSync(log, 'utf8'), 20);
  const said = `${part} died ${most} times within a minute. The end of ${log}:\n${tail}\n`;
  appendFileSync(join(it.dir, 'ended.txt'), said);
  const who = whoEnds(part, await states(it));
  if (who === 'all') process.kill(process.ppid, 'SIGTERM');
  else for (const name of who) await control(it, 'stop', name);
}

/** @param {string} payload `processname:node groupname:node from_state:RUNNING expected:0 pid:7` */
function died(payload) {
  const part = /processname:(\S+)/.exec(payload)?.[1] ?? '?';
  const now = Date.now();
  const recent = [...(deaths.get(part) ?? []).filter((at) => now - at < withinMs), now];
  deaths.set(part, recent);
  if (recent.length < most) return;
  deaths.delete(part);
  end(part).catch((error) => console.error(`${part} was not ended: ${error.message}`));
}

listenToSupervisor(died);

// A supervisor event listener: a part that dies five times within a minute ends the whole, with its log's tail.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './last-lines.js';

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

process.stdout.write('READY\n');
let buffer = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  buffer += chunk;
  for (;;) {
    const line = buffer.indexOf('\n');
    if (line < 0) return;
    const length = Number(/\blen:(\d+)/.exec(buffer.slice(0, line))?.[1] ?? 0);
    if (buffer.length < line + 1 + length) return;
    died(buffer.slice(line + 1, line + 1 + length));
    buffer = buffer.slice(line + 1 + length);
    process.stdout.write('RESULT 2\nOKREADY\n');
  }
});

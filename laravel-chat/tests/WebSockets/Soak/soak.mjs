// Soaks websockets:serve: connects, messages and mass disconnects for a long time, and watches memory, CPU and every message.
// Usage: node soak.mjs [MINUTES=20] [--svg FILE]. Starts a server of its own on a free port with a store of its own.
// Exits 1 where memory grows after the warm-up, where an idle server uses CPU, or where a message is lost, doubled or out of order.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startServer } from './server.mjs';
import { Crowd } from './crowd.mjs';
import { Witness } from './witness.mjs';
import { curve } from './curve.mjs';

const CYCLE_SECONDS = 60;
// A cycle: come and go and talk, vanish all at once, be silent.
const BUSY_SECONDS = 40;
const SETTLE_SECONDS = 8;
const WARM_UP_CYCLES = 3;
const IDLE_CPU_SHARE = 0.03;
const GROWTH_SHARE = 0.05;

const { values, positionals } = parseArgs({ options: { svg: { type: 'string' } }, allowPositionals: true });
const minutes = Number(positionals[0] ?? 20);
if (!(minutes > 0)) throw new Error(`MINUTES is a number above 0, not ${positionals[0]}`);
const { svg } = values;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const server = await startServer();
const witness = new Witness(server);
await witness.joined();
const crowd = new Crowd(server, witness);
const cycles = [];
const samples = [];
const sampler = setInterval(() => {
  samples.push({ ...server.measure(), connections: crowd.size });
}, 2000);

for (let cycle = 1; cycle <= Math.max(1, (minutes * 60) / CYCLE_SECONDS); cycle++) {
  await crowd.comeAndGo(BUSY_SECONDS);
  crowd.vanish();
  await pause(SETTLE_SECONDS);
  const before = server.measure();
  await pause(CYCLE_SECONDS - BUSY_SECONDS - SETTLE_SECONDS);
  const after = server.measure();
  const idle = (after.cpuSeconds - before.cpuSeconds) / (after.at - before.at);
  cycles.push({ cycle, rss: after.rss, idle, connects: crowd.connects, messages: witness.heard });
  console.log(
    `cycle ${cycle}: ${(after.rss / 1024).toFixed(1)} MB resident, idle CPU ${(idle * 100).toFixed(1)} %, ${crowd.connects} connects, ${witness.heard} messages heard`,
  );
}
clearInterval(sampler);
const faults = await witness.faults();
const status = await server.stop();
if (svg !== undefined) writeFileSync(svg, curve(samples));

const warm = cycles[Math.min(WARM_UP_CYCLES, cycles.length) - 1];
const last = cycles.at(-1);
const spun = cycles.filter(({ idle }) => idle > IDLE_CPU_SHARE);
if (last.rss > warm.rss * (1 + GROWTH_SHARE))
  faults.push(`memory grew from ${warm.rss} to ${last.rss} KB after the warm-up`);
if (spun.length > 0) faults.push(`busy while idle in cycles ${spun.map(({ cycle }) => cycle).join(', ')}`);
if (status !== 0) faults.push(`the server ended with status ${status}`);
for (const fault of faults) console.log(`FAIL ${fault}`);
console.log(
  `${cycles.length} cycles, ${crowd.connects} connects, ${witness.acknowledged} messages acknowledged, ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);

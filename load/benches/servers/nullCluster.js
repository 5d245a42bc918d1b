import cluster from 'node:cluster';
import { now } from '../../ledger/clock.js';
import { nullChat } from './nullChat.js';

/**
 * The null server in several processes that share a port, since one may not hold all sockets: everybody gets the same messages.
 *
 *   nullCluster.js WIRE PROCESSES RUN [HOST]
 *
 * Told {messages, perSecond} it sends, and answers {sent} when it has.
 */
const [wire, processes, run, host = '127.0.0.1'] = process.argv.slice(2);

if (cluster.isPrimary) lead();
else follow();

async function lead() {
  const workers = Array.from({ length: Number(processes) }, () => cluster.fork());
  const ports = await Promise.all(
    workers.map((worker) => new Promise((resolve) => worker.once('listening', ({ port }) => resolve(port)))),
  );
  process.send?.(ports[0]);
  process.on('message', (/** @type {{messages: number, perSecond: number}} */ { messages, perSecond }) => {
    const startAt = now();
    let sent = 0;
    const timer = setInterval(() => {
      for (let due; sent < messages && (due = startAt + (sent / perSecond) * 1000) <= now();) {
        sent++;
        for (const worker of workers) worker.send({ id: sent, due });
      }
      if (sent < messages) return;
      clearInterval(timer);
      process.send?.({ sent });
    }, 1);
  });
}

function follow() {
  const { server, joined, windowOf } = nullChat({ wire, run, onJoined: () => {} });
  server.listen({ port: 0, host, backlog: 8192 });
  process.on('message', (/** @type {{id: number, due: number}} */ { id, due }) => {
    const frame = windowOf(id, 1, due);
    for (const socket of joined) socket.write(frame);
  });
}

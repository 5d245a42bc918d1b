import { setTimeout as sleep } from 'node:timers/promises';
import { positiveNumber } from '../commandLine.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { ProcessTree } from '../machine/processTree.js';
import { provenance } from '../provenance.js';
import { startBaseline } from './baselines.js';
import { CrowdProcesses } from './crowdProcesses.js';

/**
 * How many sockets this client can hold at once, and whether it accounts for every message at each: against the null
 * server, both in several processes.
 * @param {Record<string, any>} values of the command line @param {(line: string) => void} say
 */
export async function benchSockets(values, say) {
  const receivers = positiveNumber('receivers', values.receivers ?? '20000', { whole: true });
  const processes = positiveNumber('processes', values.processes ?? '2', { whole: true });
  const perSecond = positiveNumber('rate', values.rate ?? '1');
  const messages = Math.max(1, Math.round(perSecond * positiveNumber('seconds', values.seconds ?? '5')));
  const wire = values.wire === 'pusher' ? 'pusher' : 'socket.io';
  const run = newRunName();
  const server = await startBaseline('nullCluster', [wire, String(processes), run]);
  const crowd = new CrowdProcesses(processes);
  try {
    const target = { name: 'null server', url: server.url, socketUrl: server.url.replace('http', 'ws'), key: 'null' };
    const sessions = Array.from({ length: receivers }, (_, number) => ({ name: `null ${number}`, cookie: '' }));
    const startedAt = performance.now();
    const { joined, why } = await crowd.join({ ...target, wire, authUrl: server.url }, sessions);
    const joinSeconds = (performance.now() - startedAt) / 1000;
    say(`${joined} of ${receivers} have joined${why === null ? '' : `: ${why}`}.`);
    const { rssMb } = new ProcessTree([server.pid]).sample();
    await server.ask({ messages, perSecond });
    await sleep(DRAIN_MS);
    const { audit, ends, bytesReceived, clients } = await crowd.leave(run, messages);
    const counts = { ...audit, faults: undefined };
    const result = {
      ...{ bench: 'sockets', target: 'null server', wire, processes, receivers, joined, why, joinSeconds },
      ...{ messages, perSecond, server: { rssMb }, clients, megabytes: bytesReceived / 1e6, ends, audit: counts },
      ...provenance(),
    };
    const failed =
      joined < receivers ||
      audit.delivered < messages * receivers ||
      audit.lost + audit.duplicated + audit.outOfOrder > 0;
    return { result, text: describe(result), failed };
  } finally {
    crowd.close();
    server.stop();
  }
}

/** @param {any} result @returns {string} */
function describe({
  processes,
  receivers,
  joined,
  joinSeconds,
  messages,
  perSecond,
  server,
  clients,
  audit,
  commit,
  machine,
  date,
}) {
  const { p50, p95, p99 } = audit.delivery;
  const cores = clients
    .map((/** @type {{cpuCores: number}} */ { cpuCores }) => `${Math.round(cpuCores * 100)} %`)
    .join(', ');
  return [
    `sockets: ${joined} of ${receivers} joined in ${processes} processes within ${joinSeconds.toFixed(1)} s, at a null server in as many (${commit}, ${machine}, ${date})`,
    `  messages       ${messages} at ${perSecond}/s to everybody: ${audit.delivered} of ${audit.expected} delivered, ${audit.lost} lost, ${audit.duplicated} duplicated, ${audit.outOfOrder} out of order`,
    `  delivery       p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms`,
    `  clients        ${cores} of a core each; the server ${server.rssMb.toFixed(0)} MB resident`,
  ].join('\n');
}

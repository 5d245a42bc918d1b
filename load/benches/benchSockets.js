import { setTimeout as sleep } from 'node:timers/promises';
import { agentAddresses, localAgents } from '../agents/addresses.js';
import { Agents } from '../agents/agents.js';
import { mergeParts } from '../run/mergeParts.js';
import { positiveNumber, WrongUsage } from '../commandLine.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { ProcessTree } from '../machine/processTree.js';
import { provenance } from '../provenance.js';
import { startBaseline } from './baselines.js';
import { auditListeners } from './listeners.js';

/**
 * How many sockets this client can hold at once, and whether it accounts for every message at each: against the null
 * server, both in several processes, the client's on several hosts where they are named.
 * @param {Record<string, any>} values of the command line @param {(line: string) => void} say
 */
export async function benchSockets(values, say) {
  const receivers = positiveNumber('receivers', values.receivers ?? '20000', { whole: true });
  const processes = positiveNumber('processes', values.processes ?? '2', { whole: true });
  const perSecond = positiveNumber('rate', values.rate ?? '1');
  const seconds = positiveNumber('seconds', values.seconds ?? '5');
  const messages = Math.max(1, Math.round(perSecond * seconds));
  /** @type {'pusher' | 'socket.io'} */
  const wire = values.wire === 'pusher' ? 'pusher' : 'socket.io';
  const addresses = values.agents ? agentAddresses(values.agents) : localAgents(processes);
  const host = values.listen ?? '127.0.0.1';
  if (values.listen === undefined && addresses.some(({ local }) => !local)) {
    throw new WrongUsage('--agents: other hosts do not reach 127.0.0.1. Name an address of this machine by --listen.');
  }
  const run = newRunName();
  const server = await startBaseline('nullCluster', [wire, String(processes), run, host]);
  const agents = new Agents(addresses);
  try {
    await agents.gather();
    const url = server.url.replace('127.0.0.1', host);
    const target = { name: 'null server', url, wire, socketUrl: url.replace('http', 'ws'), key: 'null', authUrl: url };
    const sessions = Array.from({ length: receivers }, (_, number) => ({ name: `null ${number}`, cookie: '' }));
    const startedAt = performance.now();
    const { joined, why } = await agents.join(target, sessions);
    const joinSeconds = (performance.now() - startedAt) / 1000;
    say(`${joined} of ${receivers} have joined${why === null ? '' : `: ${why}`}.`);
    const { rssMb } = new ProcessTree([server.pid]).sample();
    const startAt = now();
    await server.ask({ messages, perSecond });
    await sleep(DRAIN_MS);
    const took = (now() - startAt) / 1000;
    const left = await agents.leave({ run, startAt, seconds: took, leaderSends: true });
    const { agents: clients, clocksApart: apart } = left;
    const { ledger, sizes, ends, megabytes } = mergeParts(left.parts);
    const audit = auditListeners(ledger, sizes, messages);
    const result = {
      ...{ bench: 'sockets', target: 'null server', wire, processes, receivers, joined, why, joinSeconds },
      ...{ messages, perSecond, server: { rssMb }, clients, clocksApart: apart, ends },
      megabytes,
      audit: { ...audit, faults: undefined, ...(apart !== null && { delivery: null }) },
      ...provenance(),
    };
    const failed =
      joined < receivers ||
      audit.delivered < messages * receivers ||
      audit.lost + audit.duplicated + audit.outOfOrder > 0;
    return { result, text: describe(result), failed };
  } finally {
    agents.close();
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
  clocksApart: apart,
  audit,
  commit,
  machine,
  date,
}) {
  const { p50, p95, p99 } = audit.delivery ?? {};
  const cores = clients
    .map(
      (/** @type {import('../agents/agentsSeen.js').AgentSeen} */ { name, cpuCores }) =>
        `${name} ${Math.round(cpuCores * 100)} %`,
    )
    .join(', ');
  return [
    `sockets: ${joined} of ${receivers} joined in ${clients.length} processes within ${joinSeconds.toFixed(1)} s, at a null server in ${processes} (${commit}, ${machine}, ${date})`,
    `  messages       ${messages} at ${perSecond}/s to everybody: ${audit.delivered} of ${audit.expected} delivered, ${audit.lost} lost, ${audit.duplicated} duplicated, ${audit.outOfOrder} out of order`,
    `  delivery       ${apart ?? `p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms`}`,
    `  clients        ${cores} of a core each; the server ${server.rssMb.toFixed(0)} MB resident`,
  ].join('\n');
}

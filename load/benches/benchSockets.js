import { agentAddresses, localAgents } from '../agents/addresses.js';
import { Agents } from '../agents/agents.js';
import { runLoad } from '../run/runLoad.js';
import { positiveNumber, WrongUsage } from '../commandLine.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { ProcessTree } from '../machine/processTree.js';
import { provenance } from '../provenance.js';
import { startBaseline } from './baselines.js';
import { nullSessions, nullTarget } from './nullTarget.js';
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
  try {
    const target = nullTarget(server.url.replace('127.0.0.1', host), wire);
    const sessions = nullSessions(receivers);
    let [joinSeconds, rssMb, joiningAt] = [0, 0, now()];
    const observer = {
      onPhase(/** @type {import('../run/runLoad.js').Phase} */ phase) {
        if (phase === 'joining') joiningAt = now();
        if (phase !== 'joined') return;
        joinSeconds = (now() - joiningAt) / 1000;
        ({ rssMb } = new ProcessTree([server.pid]).sample());
      },
    };
    const seen = await runLoad(
      {
        ...{ target, run, observer, store: false },
        client: new Listeners(addresses, () => server.ask({ messages, perSecond })),
        schedule: { rate: perSecond, seconds },
        population: { users: receivers, sessions },
      },
      say,
    );
    const { joined, why, ends, megabytes, agents: clients, clocksApart: apart = null } = seen;
    const audit = auditListeners(seen.ledger, seen.sizes, messages);
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
    server.stop();
  }
}

/** Load hosts that only receive: the server sends by itself. */
class Listeners extends Agents {
  /** @param {import('../agents/addresses.js').AgentAddress[]} addresses @param {() => Promise<unknown>} haveSent */
  constructor(addresses, haveSent) {
    super(addresses);
    this.haveSent = haveSent;
  }

  /** @override */
  async send() {
    const startAt = now();
    await this.haveSent();
    return { startAt, sentUntil: now() };
  }

  /** @override @param {Parameters<Agents['leave']>[0]} run */
  leave(run) {
    return super.leave({ ...run, leaderSends: true });
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
    `sockets: ${joined} of ${receivers} joined in ${clients.length} processes within ${joinSeconds.toFixed(1)} s, ` +
      `at a null server in ${processes} (${commit}, ${machine}, ${date})`,
    `  messages       ${messages} at ${perSecond}/s to everybody: ${audit.delivered} of ${audit.expected} delivered, ` +
      `${audit.lost} lost, ${audit.duplicated} duplicated, ${audit.outOfOrder} out of order`,
    `  delivery       ${apart ?? `p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms`}`,
    `  clients        ${cores} of a core each; the server ${server.rssMb.toFixed(0)} MB resident`,
  ].join('\n');
}

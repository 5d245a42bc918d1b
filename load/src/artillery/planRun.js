import { BroadcastChannel } from 'node:worker_threads';
import { logIn, readLastId } from '../server/http.js';
import { newRunName } from '../ledger/clientIds.js';
import { readSlo } from '../record/slo.js';
import { startSampler } from '../sampler/sampler.js';
import { shapeOf } from '../workload/workloads.js';
import { openServer } from '../server/openServer.js';
import { artillery, giveUp } from './artillery.js';
import { readSettings } from './settings.js';
import { SEEN } from './users.js';

// Logging in costs the servers 55 ms of bcrypt each; above 40 arrivals a second Artillery's timer keeps a core busy.
const ARRIVALS_PER_SECOND = 15;
export const AUDITOR = { login: 'load auditor', password: 'load-password' };

/**
 * @typedef {object} Planned the hook after the run reads it, in the same thread
 * @property {import('./users.js').Plan} plan
 * @property {import('./settings.js').Settings} settings @property {import('../record/slo.js').Bound[]} bounds
 * @property {Map<string, {server: import('../server/openServer.js').OpenServer, lastId: number}>} targets
 * @property {() => Promise<import('../sampler/sampler.js').Sample[]>} stopSampler
 * @property {Promise<import('./users.js').Seen>} seen
 */

/** @type {Planned | undefined} */
let planned;

/** @returns {Planned} */
export const plannedRun = () => /** @type {Planned} */ (planned);

/** The hook before the run: finds the chats, and says how many users arrive. @param {import('./users.js').Context} context */
export async function planRun({ vars }) {
  try {
    planned = await prepare(vars);
  } catch (error) {
    return giveUp(/** @type {Error} */ (error).message);
  }
  const { plan, targets } = planned;
  const users = plan.users * targets.size;
  // These are the phases of the script itself. Artillery gives an arrivalCount to its first worker alone.
  artillery().testInfo.metadata.testConfig.phases.splice(0, Infinity, {
    name: `${plan.users} users log in to ${[...targets.keys()].join(' and ')}, then send for ${plan.seconds} s`,
    duration: Math.max(1, Math.ceil(users / ARRIVALS_PER_SECOND)),
    arrivalCount: users,
  });
  vars.plan = plan;
}

/**
 * @param {Record<string, any>} vars of chat.yml
 * @returns {Promise<Planned>}
 * @throws {Error} that says what is wrong and what to do next
 */
async function prepare({ scenario, seconds, slo }) {
  const settings = readSettings(process.env, seconds);
  const bounds = slo ? readSlo(slo) : [];
  const { phases, slowReceivers } = shapeOf(scenario);
  if (slowReceivers || phases.some(({ reconnect }) => reconnect !== undefined))
    throw new Error(`In ${scenario} connections break, or users read slowly: load/run ${scenario} runs it.`);
  /** @type {Planned['targets']} */
  const targets = new Map();
  for (const [name, url] of Object.entries(settings.urls)) {
    const server = await openServer({ target: name, url });
    const { cookie } = await logIn(server.url, AUDITOR);
    targets.set(name, { server, lastId: await readLastId(server.url, cookie) });
  }
  const stopSampler = await startSampler(partsOf(targets));
  const channel = new BroadcastChannel(SEEN);
  /** @type {Planned['seen']} */
  const seen = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
  const { users, rate, seconds: length } = settings;
  const plan = {
    ...{ run: newRunName(), scenario, users, rate, seconds: length },
    targets: Object.fromEntries([...targets].map(([name, { server }]) => [name, addressOf(server)])),
  };
  return { plan, settings, bounds, targets, stopSampler, seen };
}

/** @param {Planned['targets']} targets @returns {Record<string, number[]>} pids by part, whose names no other target has */
const partsOf = (targets) =>
  Object.assign({}, ...[...targets].map(([name, { server }]) => renamed(server.parts, name)));

/** @param {Record<string, number[]>} parts @param {string} target */
const renamed = (parts, target) =>
  Object.fromEntries(Object.entries(parts).map(([part, pids]) => [nameOfPart(part, target), pids]));

/** @param {string} part @param {string} target @returns {string} its name among the parts of all targets */
export const nameOfPart = (part, target) => (part === 'server' ? `${target} server` : part);

/** @param {import('../server/openServer.js').OpenServer} server @returns {import('./users.js').Target} */
function addressOf({ chat, url }) {
  if (!chat) throw new Error(`${url} has no /config: it is no chat.`);
  const { socketUrl, key, channel, authUrl, features } = chat;
  return { url, host: new URL(socketUrl).host, socketUrl, key, channel, authUrl, features };
}

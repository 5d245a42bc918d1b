import { once } from 'node:events';
import { BroadcastChannel } from 'node:worker_threads';
import { logIn, readLastId } from '../server/http.js';
import { newRunName } from '../ledger/clientIds.js';
import { readSlo } from '../record/slo.js';
import { startSampler } from '../sampler/sampler.js';
import { shapeOf } from '../workload/workloads.js';
import { openServer } from '../server/openServer.js';
import { artillery, giveUp } from './artillery.js';
import { readSettings } from './settings.js';
import { CHANNEL } from './users.js';
import { addressOf } from './wires.js';

// Logging in costs the servers 55 ms of bcrypt each; above 40 arrivals a second Artillery's timer keeps a core busy.
const ARRIVALS_PER_SECOND = 15;
export const AUDITOR = { login: 'load auditor', password: 'load-password' };

/**
 * @typedef {object} Planned the hook after the run reads it, in the same thread
 * @property {import('./users.js').Plan & {alone: import('./users.js').ByItself}} plan
 * @property {import('./settings.js').Settings} settings @property {import('../record/slo.js').Bound[]} bounds
 * @property {Map<string, {server: import('../server/openServer.js').OpenServer, lastId: number}>} targets
 * @property {() => Promise<import('../sampler/sampler.js').Sample[]>} stopSampler
 * @property {Promise<import('./users.js').Seen>} seen
 */

/** @type {Planned | undefined} */
let planned;

/** @returns {Planned | undefined} undefined: another process leads this one, and judges the run */
export const plannedRun = () => planned;

/**
 * The hook before the run: finds the chats, and says how many users arrive.
 * @param {import('./users.js').Context} context
 */
export async function planRun({ vars }) {
  try {
    vars.plan = process.connected ? await planOfLeader() : await ownPlan(vars);
  } catch (error) {
    return giveUp(/** @type {Error} */ (error).message);
  }
  const { users, targets } = /** @type {import('./users.js').Plan} */ (vars.plan);
  const names = Object.keys(targets);
  // These are the phases of the script itself. Artillery gives an arrivalCount to its first worker alone.
  artillery().testInfo.metadata.testConfig.phases.splice(0, Infinity, {
    name: `${users} users join ${names.join(' and ')}, then send`,
    duration: Math.max(1, Math.ceil((users * names.length) / ARRIVALS_PER_SECOND)),
    arrivalCount: users * names.length,
  });
}

/** Hands orders of the process that leads this one to the worker's thread, and its answers back. */
async function planOfLeader() {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => process.send?.(data);
  const [plan] = await once(process, 'message');
  process.on('message', (order) => channel.postMessage(order));
  process.once('disconnect', () => process.exit(1));
  return plan;
}

/** @param {Record<string, any>} vars of chat.yml @returns {Promise<import('./users.js').Plan>} */
async function ownPlan(vars) {
  planned = await prepare(vars);
  return planned.plan;
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
  const channel = new BroadcastChannel(CHANNEL);
  /** @type {Planned['seen']} */
  const seen = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
  const { users, rate } = settings;
  const alone = { run: newRunName(), scenario, rate, seconds: settings.seconds };
  const addresses = [...targets].map(([name, { server }]) => [name, addressOf(chatOf(server))]);
  const plan = { users, alone, targets: Object.fromEntries(addresses) };
  return { plan, settings, bounds, targets, stopSampler, seen };
}

/**
 * @param {Planned['targets']} targets
 * @returns {Record<string, number[]>} pids by part, whose names no other target has
 */
const partsOf = (targets) =>
  Object.assign({}, ...[...targets].map(([name, { server }]) => renamed(server.parts, name)));

/** @param {Record<string, number[]>} parts @param {string} target */
const renamed = (parts, target) =>
  Object.fromEntries(Object.entries(parts).map(([part, pids]) => [nameOfPart(part, target), pids]));

/** @param {string} part @param {string} target @returns {string} its name among the parts of all targets */
export const nameOfPart = (part, target) => (part === 'server' ? `${target} server` : part);

/** @param {import('../server/openServer.js').OpenServer} server @returns {import('../wire/meaning.js').Target} */
function chatOf({ chat, url }) {
  if (!chat) throw new Error(`${url} has no /config: it is no chat.`);
  return chat;
}

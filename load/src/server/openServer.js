import { getSessions } from './sessions.js';
import { targetOf, urlIn } from './target.js';
import { publisher } from '../wire/nchan.js';
import { readConfig } from './http.js';
import { claim } from '../machine/claim.js';
import { databaseOf } from './database.js';
import { isOfThisMachine, mayBeElsewhere, partsOf, pidsByPart, sameHost, seedFile } from '../machine/installation.js';
import { portOwners } from '../machine/portOwner.js';
import { descriptorLimit, ProcessTree } from '../machine/processTree.js';
import { factsOf } from './serverFacts.js';
import { readTarget } from './targets.js';
import { startFreshInstance } from './freshInstance.js';
import { startCommand } from './startCommand.js';

/**
 * @typedef {object} Which server
 * @property {string} [target] name @property {string} [url] of any server, or where the target is
 * @property {string} [instance] of infra/up that runs (dev)
 * @property {boolean} [fresh] an instance of its own, started for the run and ended after it
 * @property {boolean} [embedded] on its embedded store @property {number} [offset] of its ports
 * @property {string} [root] of the checkout whose code it runs
 * @property {Record<string, string>} [env] of a fresh one
 * @property {string} [pid] of its processes, with commas between, where neither installation nor port tells
 *
 * @typedef {object} OpenServer a server under load
 * @property {string} name of the target, or the address @property {string} title
 * @property {import('../wire/meaning.js').Target | null} chat null: it says nothing of itself, and takes floods alone
 * @property {string} emptyUrl what a flood asks for
 * @property {Record<string, number[]>} parts pids by part of all that it costs
 * @property {string[]} chatParts of them, whose CPU and memory are the server's in a chat
 * @property {string[]} floodParts and in a flood
 * @property {number | null} holds connections at once; null: not known, or without limit
 * @property {{chat?: string, flood?: string}} codePath which way each load takes
 * @property {import('./serverFacts.js').MeasuredServer} facts
 * @property {'loop' | 'worker'} [lab] which of them takes its lab calls
 * @property {'socket' | 'post'} send @property {import('../chat/loadClient.js').SendWith} [sendWith]
 * @property {boolean} stores messages, which can be read
 * @property {(users: number, say: (line: string) => void) => Promise<import('../wire/meaning.js').Session[]>} logIn
 * @property {() => Promise<void>} stop ends what was started for the run
 */

/**
 * Finds the server that is to be measured, or starts it.
 * @param {Which} which
 * @returns {Promise<OpenServer>}
 * @throws {Error} that says what to start
 */
export async function openServer({ target: name, url, instance = 'dev', fresh = false, pid, env, ...options }) {
  const known = name === undefined ? undefined : readTarget(name);
  if (known?.start && !url) return startedServer(String(name), known);
  const own = known !== undefined && !url && (fresh || known.env !== undefined);
  const installation = own
    ? await startFreshInstance(/** @type {'node' | 'laravel'} */ (known.chat), {
        ...options,
        env: { ...known.env, ...env },
      })
    : { name: instance, parts: await partsOf(instance), stop: async () => {} };
  try {
    const found = await findServer({ name, known, url, pid, installation, fresh: own });
    // Nobody else knows a server of our own.
    if (!own) await claim(found.facts.url);
    return { ...found, stop: installation.stop };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

/**
 * One run at a server, which is found or started before and ended after it.
 * @template T
 * @param {Which} which @param {(server: OpenServer) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withServer(which, run) {
  const server = await openServer(which);
  try {
    return await run(server);
  } finally {
    await server.stop();
  }
}

/** @param {string} name @param {import('./targets.js').TargetData} data @returns {Promise<OpenServer>} */
async function startedServer(name, { title, start = [], wire, send }) {
  const { url, pid, stop } = await startCommand(start);
  const config = wire ? null : await readConfig(url).catch(() => null);
  const chat = wire
    ? { name, url, wire, socketUrl: url, key: 'null', channel: 'presence-chat', authUrl: url }
    : config && targetOf(config, url);
  return {
    ...{ name, title, chat, emptyUrl: `${url}/empty`, parts: { server: [pid] } },
    ...{ chatParts: ['server'], floodParts: ['server'], codePath: {}, holds: descriptorLimit(pid) },
    facts: { ...(await factsOf(config, url)), name, database: null, fresh: true, descriptors: descriptorLimit(pid) },
    send: 'socket',
    ...(send === 'publish' && {
      sendWith: (/** @type {import('../ledger/ledger.js').Ledger} */ ledger) => publisher(url, ledger),
    }),
    stores: config !== null,
    logIn: async (users, say) =>
      config
        ? getSessions(url, users, { say })
        : Array.from({ length: users }, (_, number) => ({ name: `user ${number + 1}`, cookie: '' })),
    stop,
  };
}

/**
 * @param {{name?: string, known?: import('./targets.js').TargetData, url?: string, pid?: string, fresh: boolean,
 *   installation: {name: string, parts: import('../machine/installation.js').Part[]}}} where
 * @returns {Promise<Omit<OpenServer, 'stop'>>}
 */
async function findServer({ name, known, url, pid, fresh, installation }) {
  const base = url ?? urlIn(name, installation.parts);
  if (!base && known) mayBeElsewhere(installation.name, String(name));
  const address = new URL(base ?? String(known?.address));
  const config = await readConfig(address.origin).catch((error) => error);
  if (config instanceof Error) {
    if (known)
      throw new Error(`${address.origin} does not answer (${causeOf(config)}). Start it with: infra/up --load`);
  } else if (known && config.name !== known.chat)
    throw new Error(`${address.origin} is ${config.name}, not ${known.chat}.`);
  const chat = config instanceof Error ? null : targetOf(config, address.origin);
  const emptyUrl =
    known && !url
      ? floodUrl(known, installation)
      : new URL(address.pathname === '/' ? '/empty' : address, address).href;
  const parts = processesOf({
    known,
    pid,
    installation,
    port: new URL(chat?.socketUrl ?? address).port,
    url: address.origin,
  });
  const chatParts = known?.messages?.parts.filter((part) => part in parts) ?? [];
  const floodParts = known?.flood?.parts.filter((part) => part in parts) ?? [];
  const first = (/** @type {string[]} */ names) => parts[names[0] ?? 'server']?.[0] ?? 0;
  return {
    name: name ?? (url && !chat ? String(url) : String(chat?.name)),
    title: known?.title ?? address.href,
    ...{ chat, emptyUrl, parts },
    chatParts: chatParts.length > 0 ? chatParts : Object.keys(parts),
    floodParts: floodParts.length > 0 ? floodParts : Object.keys(parts),
    holds: connectionLimit(first(floodParts), known?.flood?.shared === true),
    codePath: { chat: known?.messages?.codePath, flood: known?.flood?.codePath },
    facts: {
      ...(await factsOf(config instanceof Error ? null : config, address.origin)),
      database: chat === null ? null : databaseOf(chat, installation.parts),
      fresh,
      descriptors: descriptorLimit(first(chatParts)),
    },
    send: known?.send === 'post' ? 'post' : 'socket',
    lab: known?.send === 'post' ? 'worker' : 'loop',
    stores: true,
    logIn: (users, say) =>
      getSessions(address.origin, users, { file: seedFile(installation.name, chat?.name ?? ''), say }),
  };
}

/** @param {any} error @returns {string} */
const causeOf = (error) => error.cause?.code ?? error.message;

/**
 * @param {import('./targets.js').TargetData} target
 * @param {{parts: import('../machine/installation.js').Part[]}} installation
 */
function floodUrl({ flood }, { parts }) {
  const own = parts.find(({ part }) => part === flood?.part)?.url ?? String(flood?.address);
  return new URL('/empty', own.replace(/^ws/, 'http')).href;
}

/**
 * @param {{known?: import('./targets.js').TargetData, pid?: string, port: string, url: string,
 *   installation: {parts: import('../machine/installation.js').Part[]}}} where
 * @returns {Record<string, number[]>} pids by part; empty where its processes are not of this machine
 */
function processesOf({ known, pid, port, url, installation }) {
  if (pid) return { server: pid.split(',').map(Number) };
  const { fronts = [], messages, flood, database = '' } = known ?? {};
  const wanted = new Set([...fronts, ...(messages?.parts ?? []), ...(flood?.parts ?? []), database]);
  const belongs = installation.parts.some((part) => part.url && sameHost(part.url, url));
  const own = belongs ? pidsByPart(installation.parts.filter(({ part }) => wanted.has(part))) : {};
  if (Object.keys(own).length > 0) return own;
  const owners = isOfThisMachine(url) ? portOwners(Number(port || 80)) : [];
  return owners.length > 0 ? { server: owners } : {};
}

/**
 * @param {number} pid @param {boolean} shared
 * @returns {number | null} descriptors that it, or its children together, may hold; null: not known, or unlimited
 */
function connectionLimit(pid, shared) {
  const each = pid === 0 ? null : descriptorLimit(pid);
  if (each === null) return null;
  return shared ? each * (new ProcessTree([pid]).sample({ memory: false }).processes - 1) || null : each;
}

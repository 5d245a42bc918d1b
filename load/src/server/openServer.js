import { spawnSync } from 'node:child_process';
import { getSessions } from './sessions.js';
import { factsOf, endpointOf, urlIn } from './endpoint.js';
import { readConfig } from './contractClient.js';
import { claim } from './claim.js';
import { ROOT } from '../paths.js';
import { databaseName } from './database.js';
import { answersAt, nameOf, readParts, pidsOf, seedFile } from './instance.js';
import { isAlwaysFresh, readTarget } from './targets.js';
import { startFreshInstance } from './freshInstance.js';
import { startCommand } from './startCommand.js';

/**
 * @typedef {import('./instance.js').Part} Part
 * @typedef {import('../wire/types.js').Session} Session
 * @typedef {import('./targets.js').TargetData} TargetData
 *
 * @typedef {object} ServerWanted
 * @property {string} [target] the name of a target
 * @property {string} [url] the address of any server, or of the target
 * @property {string} [instance] the infra/up instance that a chat belongs to (dev)
 * @property {boolean} [fresh] the chat is started for the run and ended after it
 * @property {boolean} [embedded] a fresh chat uses its embedded store
 * @property {string} [root] the checkout whose code a fresh chat runs
 * @property {Record<string, string>} [env] settings of a fresh chat
 * @property {number} [users] how many users will come
 *
 * @typedef {object} LoadPath the way of a load through a server
 * @property {string[]} parts the processes that take the load, by their names in pidsByPart
 * @property {string} [codePath] the way in words, for a report
 *
 * @typedef {object} OpenServer a server under load
 * @property {string} name the target's name, or the address
 * @property {string} url
 * @property {import('../wire/types.js').Endpoint | null} endpoint null: no chat client can join
 * @property {string} [noChat] why the server keeps no contract, so that it has no store to read; undefined: it does
 * @property {Record<string, number[]>} pidsByPart every process that the server costs
 * @property {LoadPath} messages the way of chat messages
 * @property {LoadPath & {url: string}} http the way of plain HTTP; url answers an empty GET, its origin other requests
 * @property {import('./endpoint.js').MeasuredServer} facts
 * @property {'loop' | 'worker'} [lab] the process of a Laravel chat that answers lab calls
 * @property {(users: number, say: (line: string) => void) => Promise<Session[]>} logIn
 * @property {() => Promise<void>} stop ends what was started for the run
 */

/**
 * Finds the server that is to be measured, or starts it.
 * @param {ServerWanted} wanted
 * @returns {Promise<OpenServer>}
 * @throws {Error} that says what to start
 */
export async function openServer(wanted) {
  const { target: name, url, instance: instanceName = 'dev', fresh = false, embedded, root, env, users } = wanted;
  const target = name === undefined ? undefined : readTarget(name);
  if (target?.start && !url) {
    const started = await startCommand(target.start, users);
    return openOrStop(started.stop, () => startedServer(String(name), target, started));
  }
  const isFresh = target !== undefined && !url && (fresh || isAlwaysFresh(target));
  const instance = isFresh
    ? await startFreshInstance(/** @type {'node' | 'laravel'} */ (target.implementation), {
        embedded,
        root,
        processes: target.processes,
        env: { ...target.env, ...env },
      })
    : { name: instanceName, parts: await readParts(instanceName), stop: async () => {} };
  return openOrStop(instance.stop, async () => {
    const server = await runningServer({ name, target, url, instance, isFresh });
    // No other run can find a fresh server.
    if (!isFresh) await claim(server.url);
    return server;
  });
}

/**
 * @param {() => Promise<void>} stop ends what was started for the run
 * @param {() => Promise<Omit<OpenServer, 'stop'>>} open
 * @returns {Promise<OpenServer>}
 */
async function openOrStop(stop, open) {
  try {
    return { ...(await open()), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} url
 * @returns {Promise<{config: any, noChat?: string}>} config null: the server keeps no contract; noChat: why not
 */
const askConfig = (url) =>
  readConfig(url).then(
    (config) => ({ config }),
    ({ message }) => ({ config: null, noChat: message }),
  );

/**
 * @param {string} name @param {TargetData} target with a `start` command
 * @param {{url: string, pid: number}} started
 * @returns {Promise<Omit<OpenServer, 'stop'>>}
 */
async function startedServer(name, { version, wire, pusher }, { url, pid }) {
  const { config, noChat } = await askConfig(url);
  const facts = await factsOf(config, url);
  /** @type {Session[]} */
  const sessions = [];
  return {
    name,
    url,
    endpoint: wire ? { name, url, wire, socketUrl: url, authUrl: url, ...pusher } : config && endpointOf(config, url),
    noChat,
    pidsByPart: { server: [pid] },
    messages: { parts: ['server'] },
    http: { url: `${url}/empty`, parts: ['server'] },
    facts: { ...facts, runtime: facts.runtime ?? versionOf(version), database: null, fresh: true },
    logIn: async (users, say) =>
      config
        ? getSessions(url, users, { sessions, say })
        : Array.from({ length: users }, (_, number) => ({ name: `user ${number + 1}`, cookie: '' })),
  };
}

/** @param {string[]} [command] of a target @returns {string | null} the first line that it prints */
function versionOf([program, ...words] = ['true']) {
  const { stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim().split('\n')[0] || null;
}

/**
 * @typedef {object} ServerPlace where to look for a server that runs
 * @property {string} [name] its target's name
 * @property {TargetData} [target] undefined: any server will do
 * @property {string} [url] its address, if one was typed
 * @property {{name: string, parts: Part[]}} instance of infra/up
 *
 * @param {ServerPlace & {isFresh: boolean}} place
 * @returns {Promise<Omit<OpenServer, 'stop'>>}
 */
async function runningServer({ isFresh, ...place }) {
  const { name, target, url: typedUrl, instance } = place;
  const address = addressOf(place);
  const url = address.origin;
  const { config, noChat } = await askConfig(url);
  if (target && noChat) throw new Error(noChat);
  if (target && config.name !== target.implementation)
    throw new Error(`${url} is ${config.name}, not ${target.implementation}.`);
  const { byPost = false, messages, http } = target ?? {};
  const endpoint = config && { ...endpointOf(config, url), byPost };
  const pidsByPart = processesOf(target, instance.parts, url);
  const database = endpoint && databaseName(endpoint, instance.parts);
  const file = seedFile(instance.name, endpoint?.name ?? '');
  /** @type {Session[]} */
  const sessions = [];
  return {
    name: name ?? endpoint?.name ?? String(typedUrl),
    url,
    endpoint,
    noChat,
    pidsByPart,
    messages: pathThrough(pidsByPart, messages),
    http: {
      ...pathThrough(pidsByPart, http),
      url: target && !typedUrl ? httpUrl(target, instance.parts) : emptyUrl(address),
    },
    lab: byPost ? 'worker' : 'loop',
    facts: { ...withProcesses(await factsOf(config, url), pidsByPart), database, fresh: isFresh },
    logIn: (users, say) => getSessions(url, users, { file, sessions, say }),
  };
}

/** @param {ServerPlace} place @returns {URL} as it was typed @throws {Error} if the instance has no such chat */
function addressOf({ name, target, url, instance }) {
  const base = url ?? urlIn(name, instance.parts);
  if (!base && target && instance.name !== 'dev')
    throw new Error(`The instance ${instance.name} has no ${name}: see infra/status.`);
  return new URL(base ?? String(target?.address));
}

/**
 * @param {Record<string, number[]>} pidsByPart @param {Partial<LoadPath>} [path] of the target
 * @returns {LoadPath} through those of its parts that run, or through all that run
 */
function pathThrough(pidsByPart, { parts = [], codePath } = {}) {
  const runningParts = parts.filter((part) => part in pidsByPart);
  return { parts: runningParts.length > 0 ? runningParts : Object.keys(pidsByPart), codePath };
}

/** @param {import('./endpoint.js').ServerFacts} facts @param {Record<string, number[]>} pidsByPart */
function withProcesses(facts, pidsByPart) {
  const processes = Math.max(...Object.values(pidsByPart).map(({ length }) => length));
  return facts.runtime && processes > 1 ? { ...facts, runtime: `${facts.runtime}, ${processes} processes` } : facts;
}

/** @param {URL} address as typed @returns {string} with a path, or the contract's */
const emptyUrl = (address) => new URL(address.pathname === '/' ? '/empty' : address, address).href;

/** @param {TargetData} target @param {Part[]} parts of the instance */
function httpUrl({ http }, parts) {
  const address = parts.find(({ part }) => part === http?.part)?.url ?? String(http?.address);
  return new URL('/empty', address.replace(/^ws/, 'http')).href;
}

/**
 * @param {TargetData | undefined} target @param {Part[]} parts of the instance
 * @param {string} url
 * @returns {Record<string, number[]>} pids by part; empty if the instance did not start the server
 */
function processesOf(target, parts, url) {
  const { fronts = [], messages, http, database = '' } = target ?? {};
  const partNames = new Set([...fronts, ...(messages?.parts ?? []), ...(http?.parts ?? []), database]);
  return answersAt(parts, url) ? pidsOf(parts.filter(({ part }) => partNames.has(nameOf(part)))) : {};
}

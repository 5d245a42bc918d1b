import { spawnSync } from 'node:child_process';
import { getSessions } from './sessions.js';
import { factsOf, endpointOf, urlIn } from './endpoint.js';
import { readConfig, UnexpectedAnswer } from './contractClient.js';
import { claim } from './claim.js';
import { ROOT } from '../paths.js';
import { databaseOf } from './database.js';
import { answersAt, nameOf, partsOf, pidsOf, seedFile } from './instance.js';
import { isAlwaysFresh, readTarget } from './targets.js';
import { startFreshInstance } from './freshInstance.js';
import { startCommand } from './startCommand.js';

/**
 * @typedef {import('./instance.js').Part} Part
 *
 * @typedef {object} ServerWanted
 * @property {string} [target] name @property {string} [url] of any server, or where the target is
 * @property {string} [instance] of infra/up that runs (dev)
 * @property {boolean} [fresh] started for the run and ended after it
 * @property {boolean} [embedded] on its embedded store
 * @property {string} [root] checkout of its code
 * @property {Record<string, string>} [env] for a fresh one @property {number} [users] that are to come
 *
 * @typedef {object} LoadPath through a server
 * @property {string[]} parts that take it: names in pidsByPart
 * @property {string} [codePath] it in words, for a report
 *
 * @typedef {object} OpenServer a server under load
 * @property {string} name the target's, or the address @property {string} url
 * @property {import('../wire/types.js').Endpoint | null} endpoint null: it is no chat
 * @property {string} [noChat] why not
 * @property {Record<string, number[]>} pidsByPart of all that it costs
 * @property {LoadPath} messages of a chat
 * @property {LoadPath & {url: string}} http plain HTTP: url answers an empty GET; other requests go to its origin
 * @property {import('./endpoint.js').MeasuredServer} facts
 * @property {'loop' | 'worker'} [lab] which of them takes its lab calls
 * @property {boolean} stores messages, which can be read
 * @property {(users: number, say: (line: string) => void) => Promise<import('../wire/types.js').Session[]>} logIn
 * @property {() => Promise<void>} stop ends what was started for the run
 */

/**
 * Finds the server that is to be measured, or starts it.
 * @param {ServerWanted} wanted
 * @returns {Promise<OpenServer>}
 * @throws {Error} that says what to start
 */
export async function openServer({
  target: name,
  url,
  instance: instanceName = 'dev',
  fresh = false,
  env,
  users,
  ...options
}) {
  const targetData = name === undefined ? undefined : readTarget(name);
  if (targetData?.start && !url) return startedServer(String(name), targetData, users);
  const isFresh = targetData !== undefined && !url && (fresh || isAlwaysFresh(targetData));
  const instance = isFresh
    ? await startFreshInstance(/** @type {'node' | 'laravel'} */ (targetData.implementation), {
        ...options,
        processes: targetData.processes,
        env: { ...targetData.env, ...env },
      })
    : { name: instanceName, parts: await partsOf(instanceName), stop: async () => {} };
  try {
    const server = await findServer({ name, targetData, url, instance, fresh: isFresh });
    // No other run can find a fresh server.
    if (!isFresh) await claim(server.url);
    return { ...server, stop: instance.stop };
  } catch (error) {
    await instance.stop();
    throw error;
  }
}

/**
 * @param {string} name
 * @param {import('./targets.js').TargetData} data
 * @param {number} [expected] users
 * @returns {Promise<OpenServer>}
 */
async function startedServer(name, { start = [], version, wire, pusher }, expected) {
  const { url, pid, stop } = await startCommand(start, expected);
  const config = wire ? null : await readConfig(url).catch(() => null);
  const endpoint = wire
    ? { name, url, wire, socketUrl: url, authUrl: url, ...pusher }
    : config && endpointOf(config, url);
  const facts = await factsOf(config, url);
  /** @type {import('../wire/types.js').Session[]} */
  const sessions = [];
  return {
    name,
    url,
    endpoint,
    pidsByPart: { server: [pid] },
    messages: { parts: ['server'] },
    http: { url: `${url}/empty`, parts: ['server'] },
    stores: config !== null,
    stop,
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
 * @param {{name?: string, targetData?: import('./targets.js').TargetData, url?: string, fresh: boolean,
 *   instance: {name: string, parts: Part[]}}} where
 * @returns {Promise<Omit<OpenServer, 'stop'>>}
 */
async function findServer({ name, targetData, url: givenUrl, fresh, instance }) {
  const base = givenUrl ?? urlIn(name, instance.parts);
  if (!base && targetData && instance.name !== 'dev')
    throw new Error(`The instance ${instance.name} has no ${name}: see infra/status.`);
  const address = new URL(base ?? String(targetData?.address));
  const url = address.origin;
  let noChat = `${url} has no /config: it is no chat, so it takes plain HTTP alone.`;
  const config = await readConfig(url).catch((error) => {
    if (targetData) throw error;
    const hasAnswered = error.cause instanceof UnexpectedAnswer || error.cause instanceof SyntaxError;
    if (!hasAnswered) noChat = error.message;
    return null;
  });
  if (targetData && config.name !== targetData.implementation)
    throw new Error(`${url} is ${config.name}, not ${targetData.implementation}.`);
  const endpoint = config && endpointOf(config, url);
  const { byPost = false } = targetData ?? {};
  const pidsByPart = processesOf(targetData, instance.parts, url);
  const facts = await factsOf(config, url);
  const processes = Math.max(...Object.values(pidsByPart).map(({ length }) => length));
  const runtime = facts.runtime && processes > 1 ? `${facts.runtime}, ${processes} processes` : facts.runtime;
  /** @type {(path: Partial<LoadPath> | undefined) => LoadPath} */
  const pathOf = ({ parts: names = [], codePath } = {}) => {
    const runningParts = names.filter((part) => part in pidsByPart);
    return { parts: runningParts.length > 0 ? runningParts : Object.keys(pidsByPart), codePath };
  };
  const file = seedFile(instance.name, endpoint?.name ?? '');
  /** @type {import('../wire/types.js').Session[]} */
  const sessions = [];
  return {
    name: name ?? endpoint?.name ?? String(givenUrl),
    url,
    endpoint: endpoint && { ...endpoint, byPost },
    noChat,
    pidsByPart,
    messages: pathOf(targetData?.messages),
    http: {
      ...pathOf(targetData?.http),
      url: targetData && !givenUrl ? httpUrl(targetData, instance.parts) : emptyUrl(address),
    },
    lab: byPost ? 'worker' : 'loop',
    stores: true,
    facts: { ...facts, runtime, database: endpoint && databaseOf(endpoint, instance.parts), fresh },
    logIn: (users, say) => getSessions(url, users, { file, sessions, say }),
  };
}

/** @param {URL} address as typed @returns {string} with a path, or the contract's */
const emptyUrl = (address) => new URL(address.pathname === '/' ? '/empty' : address, address).href;

/** @param {import('./targets.js').TargetData} target @param {Part[]} parts of the instance */
function httpUrl({ http }, parts) {
  const address = parts.find(({ part }) => part === http?.part)?.url ?? String(http?.address);
  return new URL('/empty', address.replace(/^ws/, 'http')).href;
}

/**
 * @param {import('./targets.js').TargetData | undefined} targetData @param {Part[]} parts
 * @param {string} url
 * @returns {Record<string, number[]>} pids by part; empty where the instance did not start it
 */
function processesOf(targetData, parts, url) {
  const { fronts = [], messages, http, database = '' } = targetData ?? {};
  const partNames = new Set([...fronts, ...(messages?.parts ?? []), ...(http?.parts ?? []), database]);
  return answersAt(parts, url) ? pidsOf(parts.filter(({ part }) => partNames.has(nameOf(part)))) : {};
}

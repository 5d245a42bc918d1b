import { claim } from './claim.js';
import { askServer } from './endpoint.js';
import { readParts, startFreshInstance, urlIn } from './instance.js';
import { databaseName, partsAt, processesOf } from './processes.js';
import { getSessions, seedFile } from './sessions.js';
import { startCommand, versionOf } from './startCommand.js';
import { isStarted, knownTarget, readTarget } from './targets.js';

/** @import { Endpoint, Session } from '../wire/types.js' */
/** @import { ServerInfo } from './endpoint.js' */
/** @import { Part } from './instance.js' */
/** @import { Target } from './targets.js' */

/**
 * @typedef {object} ServerOptions which server is measured
 * @property {string} [target] the name of a target
 * @property {string} [url] the address of any server, or of the target
 * @property {string} [instance] the chat's instance of infra/up (dev)
 * @property {boolean} [fresh] the chat is started for the run and ended after it
 * @property {boolean} [embedded] a fresh chat uses its embedded store
 * @property {string} [root] the checkout whose code a fresh chat runs
 * @property {Record<string, string>} [env] settings of a fresh chat
 * @property {number} [users] number of users who will join
 *
 * @typedef {object} LoadPath the path of a load through a server
 * @property {string[]} parts processes that take the load: names in pidsByPart
 * @property {string} [codePath] the path in words, for a report
 *
 * @typedef {object} Server a server under load
 * @property {string} name the target's name, or the address
 * @property {string} url
 * @property {Endpoint | null} endpoint null: no chat client can join
 * @property {string} [contractProblem] why the server does not keep the contract, and has no store to read
 * @property {Record<string, number[]>} pidsByPart all processes of the server
 * @property {LoadPath} messages the path of chat messages
 * @property {LoadPath & {url: string}} http the path of plain HTTP; url answers an empty GET, its origin other requests
 * @property {ServerInfo} info
 * @property {'loop' | 'worker'} lab where a load sends lab calls: to the workers if its messages go by POST
 * @property {(users: number, say: (line: string) => void) => Promise<Session[]>} logIn
 * @property {() => Promise<void>} stop ends what was started for the run
 */

/**
 * Finds the server that is to be measured, or starts it.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 * @throws {Error} that says what to start
 */
export async function openServer(options) {
  const target = options.target === undefined ? undefined : readTarget(options.target);
  const isFresh = target !== undefined && !options.url && (options.fresh || isStarted(target));
  const { parts, stop } = isFresh
    ? await startServer(target, options)
    : { parts: await readParts(options.instance ?? 'dev'), stop: async () => {} };
  try {
    const server = await serverIn(parts, options, isFresh);
    // A fresh server needs no claim: no other run can find it.
    if (!isFresh) await claim(server.url);
    return { ...server, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {Target} target @param {ServerOptions} options @returns {Promise<{parts: Part[], stop: Server['stop']}>} */
const startServer = ({ start, implementation, processes, env }, options) =>
  start
    ? startCommand(start, options.users)
    : startFreshInstance(/** @type {'node' | 'laravel'} */ (implementation), {
        embedded: options.embedded,
        root: options.root,
        processes,
        env: { ...env, ...options.env },
      });

/**
 * Asks the server what it is, and finds its processes.
 * @param {Part[]} parts those that were started with the server, or may have been
 * @param {ServerOptions} options @param {boolean} [isFresh] only this run uses the server
 * @returns {Promise<Omit<Server, 'stop'>>}
 * @throws {Error} if the server is not the wanted one
 */
export async function serverIn(parts, { target: name, url: typedUrl, instance = 'dev' }, isFresh = false) {
  const target = knownTarget(name);
  const { url, emptyUrl } = typedUrl === undefined ? addressesIn(parts, String(name), instance) : addressesOf(typedUrl);
  const { endpoint, contractProblem, info } = await askServer(url);
  if (target?.implementation && !endpoint) throw new Error(contractProblem);
  if (target?.implementation && endpoint?.name !== target.implementation)
    throw new Error(`${url} is ${endpoint?.name}, not ${target.implementation}.`);
  const ownParts = partsAt(url, parts);
  // A typed address may be that of a chat of the instance.
  const known = target ?? (ownParts.length > 0 ? knownTarget(endpoint?.name) : undefined);
  const { byPost = false, database = '', messages, http, wire, pusher, version } = known ?? {};
  const pidsByPart = processesOf(known, ownParts);
  const processes = Math.max(...Object.values(pidsByPart).map(({ length }) => length));
  const runtime = info.runtime ?? versionOf(version);
  const file = isFresh ? undefined : seedFile(instance, String(endpoint?.name));
  /** @type {Session[]} */
  const sessions = [];
  return {
    name: name ?? endpoint?.name ?? String(typedUrl),
    url,
    endpoint: wire
      ? { name: String(name), url, wire, socketUrl: url, authUrl: url, ...pusher }
      : endpoint && { ...endpoint, byPost },
    contractProblem,
    pidsByPart,
    messages: pathThrough(
      pidsByPart,
      messages && { ...messages, codePath: `${messages.codePath}, ${messages.delivery}` },
    ),
    http: { ...pathThrough(pidsByPart, http), url: emptyUrl },
    lab: byPost ? 'worker' : 'loop',
    info: {
      ...info,
      runtime: runtime && processes > 1 ? `${runtime}, ${processes} processes` : runtime,
      database: databaseName(pidsByPart[database]?.[0]),
      fresh: isFresh,
    },
    logIn: async (users, say) =>
      contractProblem
        ? Array.from({ length: users }, (_, number) => ({ name: `user ${number + 1}`, cookie: '' }))
        : getSessions(url, users, { file, sessions, say }),
  };
}

/**
 * @param {string} typedUrl
 * @returns {{url: string, emptyUrl: string}} the server's addresses; emptyUrl: of the empty GET
 */
function addressesOf(typedUrl) {
  const { origin, pathname, href } = new URL(typedUrl);
  return { url: origin, emptyUrl: pathname === '/' ? `${origin}/empty` : href };
}

/**
 * @param {Part[]} parts @param {string} name a target's @param {string} instance
 * @returns {ReturnType<typeof addressesOf>}
 * @throws {Error} if the instance has no such chat
 */
function addressesIn(parts, name, instance) {
  const { address, http } = readTarget(name);
  const pageUrl = urlIn(name, parts);
  if (!pageUrl && instance !== 'dev') throw new Error(`The instance ${instance} has no ${name}: see infra/status.`);
  const { origin } = new URL(pageUrl ?? String(address));
  const httpUrl = parts.find(({ part }) => part === http?.part)?.url ?? http?.address ?? origin;
  return { url: origin, emptyUrl: new URL('/empty', httpUrl.replace(/^ws/, 'http')).href };
}

/**
 * @param {Record<string, number[]>} pidsByPart @param {Partial<LoadPath>} [path] the target's
 * @returns {LoadPath} the path through its running parts, or through all running parts if it names none
 */
function pathThrough(pidsByPart, { parts = [], codePath } = {}) {
  const runningParts = parts.filter((part) => part in pidsByPart);
  return { parts: runningParts.length > 0 ? runningParts : Object.keys(pidsByPart), codePath };
}

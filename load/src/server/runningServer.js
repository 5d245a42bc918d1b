import { databaseName } from './database.js';
import { askServer } from './endpoint.js';
import { nameOf, partsAt, pidsOf, seedFile, urlIn } from './instance.js';
import { getSessions } from './sessions.js';
import { knownTarget } from './targets.js';

/** @import { Part } from './instance.js' */
/** @import { LoadPath, Server } from './openServer.js' */
/** @import { Target } from './targets.js' */
/** @import { Session } from '../wire/types.js' */
/** @import { ServerFacts } from './endpoint.js' */

/**
 * @typedef {object} ServerPlace where a server runs: a target's, or any server's at an address
 * @property {string} [name] the target's name
 * @property {Target} [target]
 * @property {string} [url] the address as it was typed
 * @property {{name: string, parts: Part[]}} instance an instance of infra/up
 * @property {boolean} isFresh the instance was started for the run
 */

/**
 * Finds a chat of infra/up, or a server at any address.
 * @param {ServerPlace} place
 * @returns {Promise<Omit<Server, 'stop'>>}
 * @throws {Error} if the server is not the wanted one
 */
export async function runningServer(place) {
  const { name, target, instance, isFresh } = place;
  const { url, emptyUrl } = addressesOf(place);
  const { endpoint, noChat, facts } = await askServer(url);
  if (target && !endpoint) throw new Error(noChat);
  if (target && endpoint?.name !== target.implementation)
    throw new Error(`${url} is ${endpoint?.name}, not ${target.implementation}.`);
  const parts = partsAt(url, instance.parts);
  // A typed address may be that of a chat of the instance.
  const chat = target ?? (parts.length > 0 ? knownTarget(endpoint?.name) : undefined);
  const pidsByPart = processesOf(chat, parts);
  const { byPost = false, database = '', messages, http } = chat ?? {};
  const file = seedFile(instance.name, endpoint?.name ?? '');
  /** @type {Session[]} */
  const sessions = [];
  return {
    name: name ?? endpoint?.name ?? String(place.url),
    url,
    endpoint: endpoint && { ...endpoint, byPost },
    noChat,
    pidsByPart,
    messages: pathThrough(pidsByPart, messages),
    http: { ...pathThrough(pidsByPart, http), url: emptyUrl },
    lab: byPost ? 'worker' : 'loop',
    facts: {
      ...withProcesses(facts, pidsByPart),
      database: databaseName(pidsByPart[database]?.[0]),
      fresh: isFresh,
    },
    logIn: (users, say) => getSessions(url, users, { file, sessions, say }),
  };
}

/**
 * @param {ServerPlace} place
 * @returns {{url: string, emptyUrl: string}} the server's addresses; emptyUrl: of the empty GET
 * @throws {Error} if the instance has no such chat
 */
function addressesOf({ name, target, url, instance }) {
  if (url !== undefined) {
    const { origin, pathname, href } = new URL(url);
    return { url: origin, emptyUrl: pathname === '/' ? `${origin}/empty` : href };
  }
  const pageUrl = urlIn(name, instance.parts);
  if (!pageUrl && instance.name !== 'dev')
    throw new Error(`The instance ${instance.name} has no ${name}: see infra/status.`);
  const http = instance.parts.find(({ part }) => part === target?.http?.part)?.url ?? String(target?.http?.address);
  return {
    url: new URL(pageUrl ?? String(target?.address)).origin,
    emptyUrl: new URL('/empty', http.replace(/^ws/, 'http')).href,
  };
}

/**
 * @param {Target | undefined} chat @param {Part[]} parts its instance's
 * @returns {Record<string, number[]>} pids by part; empty if the instance did not start the server
 */
function processesOf(chat, parts) {
  const { fronts = [], messages, http, database = '' } = chat ?? {};
  const partNames = new Set([...fronts, ...(messages?.parts ?? []), ...(http?.parts ?? []), database]);
  return pidsOf(parts.filter(({ part }) => partNames.has(nameOf(part))));
}

/**
 * @param {Record<string, number[]>} pidsByPart @param {Partial<LoadPath>} [path] the target's
 * @returns {LoadPath} the path through its running parts, or through all running parts if it names none
 */
function pathThrough(pidsByPart, { parts = [], codePath } = {}) {
  const runningParts = parts.filter((part) => part in pidsByPart);
  return { parts: runningParts.length > 0 ? runningParts : Object.keys(pidsByPart), codePath };
}

/** @param {ServerFacts} facts @param {Record<string, number[]>} pidsByPart */
function withProcesses(facts, pidsByPart) {
  const processes = Math.max(...Object.values(pidsByPart).map(({ length }) => length));
  return facts.runtime && processes > 1 ? { ...facts, runtime: `${facts.runtime}, ${processes} processes` } : facts;
}

import { namedFiles } from '../namedFiles.js';

/** @import { Endpoint } from '../wire/types.js' */
/** @import { LoadPath } from './openServer.js' */

/**
 * A target, as load/targets/schema.json describes it, with the properties of the target that it is `like`.
 * @typedef {object} Target
 * @property {string} title
 * @property {{colour: string, symbol: string}} look
 * @property {string[]} [start]
 * @property {string} [needs]
 * @property {string[]} [version]
 * @property {Endpoint['wire']} [wire]
 * @property {Pick<Endpoint, 'key' | 'channel' | 'app' | 'secret'>} [pusher]
 * @property {'node' | 'laravel'} [implementation]
 * @property {boolean} [byPost]
 * @property {Record<string, string>} [env]
 * @property {number} [processes]
 * @property {string} [address]
 * @property {string[]} fronts `server` alone if the target has a `start` command
 * @property {string} [database]
 * @property {'node' | 'laravel'} [study]
 * @property {LoadPath & {part: string, address: string, withoutLaravel?: boolean}} [http]
 * @property {LoadPath & {delivery: string}} [messages]
 */

/** The files, which schema.json describes. @type {ReturnType<typeof namedFiles<any>>} */
const TARGETS = namedFiles('target', ['node', 'laravel', 'laravel-workers']);
/** Names of all targets. The targets of the study's tables come first. */
export const TARGET_NAMES = TARGETS.names;

/** @param {string} [name] @returns {Target} @throws {Error} with the names of all targets */
export function readTarget(name) {
  const { like, ...data } = TARGETS.read(name);
  if (!like) return { fronts: ['server'], ...data };
  const base = readTarget(like);
  return { ...base, study: undefined, ...data, messages: { ...base.messages, ...data.messages } };
}

/** @param {string} [name] @returns {Target | undefined} undefined: there is no such target */
export const knownTarget = (name) => (TARGET_NAMES.includes(String(name)) ? readTarget(name) : undefined);

/** @param {Target} target @returns {boolean} whether infra/up starts it anew for each run */
export const isAlwaysFresh = ({ env, processes }) => Boolean(env ?? processes);

/** @param {Target} target @returns {boolean} whether it is started for each run */
export const isStarted = (target) => target.start !== undefined || isAlwaysFresh(target);

/** @param {Target} target @returns {boolean} whether a part that takes messages also serves HTTP */
export const answersItsHttp = ({ messages, fronts }) =>
  !messages || messages.parts.some((part) => fronts.includes(part));

/** The targets that infra/up starts. @type {string[]} */
export const CHAT_TARGETS = TARGET_NAMES.filter((name) => readTarget(name).implementation);

/** @param {string} name a target's or another server's @returns {string} the title in reports */
export const titleOf = (name) => knownTarget(name)?.title ?? name;

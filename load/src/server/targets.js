import { namedFiles } from '../namedFiles.js';

/**
 * @typedef {object} TargetData as targets/schema.json describes it, with what it takes over from the target that it is
 *   like
 * @property {string} title
 * @property {{colour: string, symbol: string}} look
 * @property {string[]} [start] the command that starts it, unless infra/up does
 * @property {string} [needs] a file without which it cannot start
 * @property {string[]} [version] a command that prints its version
 * @property {import('../wire/types.js').Endpoint['wire']} [wire] of a server without /config
 * @property {{key: string, channel: string, app?: string, secret?: string}} [pusher] of a wire of Pusher
 * @property {'node' | 'laravel'} [implementation] the chat's name in its /config
 * @property {boolean} [byPost] messages go by POST
 * @property {Record<string, string>} [env] settings; a chat with settings is started for each run
 * @property {number} [processes] of the chat; a chat of several is started for each run
 * @property {string} [address] its address, unless an instance says otherwise
 * @property {string[]} [fronts] parts of an instance that serve the page, at the address of the first
 * @property {string} [database] the part that stores its messages
 * @property {'node' | 'laravel'} [study] its rows in load/reference
 * @property {{part: string, address: string, parts: string[], withoutLaravel?: boolean, codePath: string}} [http]
 * @property {{parts: string[], codePath: string}} [messages]
 */

/** @type {ReturnType<typeof namedFiles<TargetData & {like?: string}>>} */
const TARGETS = namedFiles('target', ['node', 'laravel', 'laravel-workers']);
/** Names of the targets; those of the study's tables come first. */
export const TARGET_NAMES = TARGETS.names;

/** @param {string} [name] @returns {TargetData} @throws {Error} with the names of all targets */
export function readTarget(name) {
  const { like, ...data } = TARGETS.read(name);
  return like ? { ...readTarget(like), study: undefined, ...data } : data;
}

/** @param {string} [name] @returns {TargetData | undefined} undefined: there is no such target */
export const knownTarget = (name) => (TARGET_NAMES.includes(String(name)) ? readTarget(name) : undefined);

/** @param {TargetData} target @returns {boolean} whether infra/up always starts it for each run */
export const isAlwaysFresh = ({ env, processes }) => Boolean(env ?? processes);

/** @param {TargetData} target @returns {boolean} whether it is started for each run */
export const isStarted = (target) => target.start !== undefined || isAlwaysFresh(target);

/** @param {TargetData} target @returns {boolean} whether a part that takes its messages serves its HTTP too */
export const answersItsHttp = ({ messages, fronts = [] }) =>
  !messages || messages.parts.some((part) => fronts.includes(part));

/** The targets that infra/up starts. @type {string[]} */
export const CHAT_TARGETS = TARGET_NAMES.filter((name) => readTarget(name).implementation);

/** @param {string} name a target's or another server's @returns {string} */
export const titleOf = (name) => knownTarget(name)?.title ?? name;

import path from 'node:path';
import { ROOT } from '../machine/paths.js';

const LOCAL = /^local:\d+$/;
// HOST or USER@HOST. ssh would read a leading dash as an option.
const HOST = /^(?:[\w.-]+@)?[A-Za-z0-9][\w.-]*$/;

/**
 * @typedef {{name: string, local: boolean, command: string, args: string[]}} AgentAddress how an agent is started
 */

/**
 * @param {string} list `HOST`, `HOST:FOLDER` or `local:N`, with commas between; FOLDER: of the checkout there, the same
 *   as here unless given
 * @returns {AgentAddress[]}
 * @throws {Error}
 */
export function agentAddresses(list) {
  const addresses = list.split(',').map(addressOf);
  const names = addresses.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`--agents ${list}: ${twice} is named twice.`);
  return addresses;
}

/** @param {string} text @returns {AgentAddress} */
function addressOf(text) {
  if (LOCAL.test(text)) return { name: text, local: true, command: path.join(ROOT, 'load/agent'), args: [] };
  const [host, ...rest] = text.split(':');
  const folder = rest.length === 0 ? ROOT.replace(/\/$/, '') : rest.join(':');
  if (!HOST.test(host) || folder === '') {
    throw new Error(`--agents ${text}: expected HOST, HOST:FOLDER or local:1.`);
  }
  const command = `exec ${quoted(`${folder}/load/agent`)}`;
  return { name: host, local: false, command: 'ssh', args: ['-T', ...SSH, '--', host, command] };
}

// No terminal and no questions.
const SSH = ['BatchMode=yes', 'ConnectTimeout=10', 'ServerAliveInterval=5', 'ServerAliveCountMax=3'].flatMap((set) => [
  '-o',
  set,
]);

/** @param {string} word @returns {string} as one word of the shell there; `~/` stays its user's home */
function quoted(word) {
  const home = word.startsWith('~/') ? '~/' : '';
  return `${home}'${word.slice(home.length).replaceAll("'", `'\\''`)}'`;
}

import path from 'node:path';
import { shellWord } from '../commandLine.js';
import { ROOT } from '../paths.js';

const AGENT = path.join(ROOT, 'load/agent');
const LOCAL = /^local:\d+$/;
// HOST or USER@HOST. ssh would read a leading dash as an option.
const HOST = /^(?:[\w.-]+@)?[A-Za-z0-9][\w.-]*$/;

/**
 * @typedef {{name: string, local: boolean, command: string, args: string[]}} AgentAddress says how an agent is started
 */

/**
 * @param {string} list `HOST` or `local:N`, with commas between; the checkout of HOST stands at the same path as here
 * @returns {AgentAddress[]}
 * @throws {Error}
 */
export function agentAddresses(list) {
  const addresses = list.split(',').map(addressOf);
  const names = addresses.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`--agents ${list}: ${twice} is named twice.`);
  return addresses;
}

/** @param {string} text @returns {AgentAddress} */
function addressOf(text) {
  if (LOCAL.test(text)) return { name: text, local: true, command: AGENT, args: [] };
  if (!HOST.test(text)) throw new Error(`--agents ${text}: expected HOST or local:1.`);
  const args = ['-T', ...SSH, '--', text, `exec ${shellWord(AGENT)}`];
  return { name: text, local: false, command: 'ssh', args };
}

// ssh must not ask anything: nobody sits at a terminal.
const SSH = ['BatchMode=yes', 'ConnectTimeout=10', 'ServerAliveInterval=5', 'ServerAliveCountMax=3'].flatMap((set) => [
  '-o',
  set,
]);

import { spawnSync } from 'node:child_process';
import { ROOT } from '../paths.js';
import { askServer } from './endpoint.js';
import { getSessions } from './sessions.js';

/** @import { Target } from './targets.js' */
/** @import { Server } from './openServer.js' */
/** @import { Session } from '../wire/types.js' */

/**
 * Describes a server that its target's `start` command has started.
 * @param {string} name @param {Target} target
 * @param {{url: string, pid: number}} started
 * @returns {Promise<Omit<Server, 'stop'>>}
 */
export async function startedServer(name, { version, wire, pusher }, { url, pid }) {
  const { endpoint, noChat, facts } = await askServer(url);
  /** @type {Session[]} */
  const sessions = [];
  return {
    name,
    url,
    endpoint: wire ? { name, url, wire, socketUrl: url, authUrl: url, ...pusher } : endpoint,
    noChat,
    pidsByPart: { server: [pid] },
    messages: { parts: ['server'] },
    http: { url: `${url}/empty`, parts: ['server'] },
    facts: { ...facts, runtime: facts.runtime ?? versionOf(version), database: null, fresh: true },
    logIn: async (users, say) =>
      noChat
        ? Array.from({ length: users }, (_, number) => ({ name: `user ${number + 1}`, cookie: '' }))
        : getSessions(url, users, { sessions, say }),
  };
}

/** @param {string[]} [command] a target's @returns {string | null} the first line that it prints; null: it failed */
function versionOf([program, ...words] = ['true']) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? `${stdout}${stderr}`.trim().split('\n')[0] || null : null;
}

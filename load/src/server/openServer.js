import { claim } from './claim.js';
import { startFreshInstance } from './freshInstance.js';
import { readParts } from './instance.js';
import { runningServer } from './runningServer.js';
import { startCommand } from './startCommand.js';
import { startedServer } from './startedServer.js';
import { isAlwaysFresh, readTarget } from './targets.js';

/** @import { Endpoint, Session } from '../wire/types.js' */
/** @import { MeasuredServer } from './endpoint.js' */

/**
 * @typedef {object} ServerWanted
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
 * @property {string} [noChat] why the server does not keep the contract, so it has no store to read; undefined: it does
 * @property {Record<string, number[]>} pidsByPart all processes of the server
 * @property {LoadPath} messages the path of chat messages
 * @property {LoadPath & {url: string}} http the path of plain HTTP; url answers an empty GET, its origin other requests
 * @property {MeasuredServer} facts
 * @property {'loop' | 'worker'} [lab] where a load sends lab calls: to the workers if its messages go by POST
 * @property {(users: number, say: (line: string) => void) => Promise<Session[]>} logIn
 * @property {() => Promise<void>} stop ends what was started for the run
 */

/**
 * Finds the server that is to be measured, or starts it.
 * @param {ServerWanted} wanted
 * @returns {Promise<Server>}
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
    // A fresh server needs no claim: no other run can find it.
    if (!isFresh) await claim(server.url);
    return server;
  });
}

/**
 * @param {() => Promise<void>} stop ends what was started for the run
 * @param {() => Promise<Omit<Server, 'stop'>>} open
 * @returns {Promise<Server>}
 */
async function openOrStop(stop, open) {
  try {
    return { ...(await open()), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

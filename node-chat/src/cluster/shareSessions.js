/** @import { EventEmitter } from 'node:events' */
/** @import { SessionStore } from '../chat/stores.js' */
/** @import { FanOut } from '../sockets/fanOut.js' */
/** @import { RedisLink } from './redisLink.js' */

/**
 * Closes the sockets of sessions that have ended at other processes. After news may have been lost, it asks the store
 * for the session of each socket.
 * @param {RedisLink} link
 * @param {EventEmitter} others
 * @param {Pick<SessionStore, 'forget' | 'doubt' | 'ask'>} sessions
 * @param {Pick<FanOut, 'sessions' | 'closeSession'>} fanOut
 */
export function shareSessions(link, others, sessions, fanOut) {
  let isInDoubt = false;
  let isAsking = false;

  function doubt() {
    sessions.doubt();
    isInDoubt = true;
  }

  /** Asks one after the other, to spare the store. If the store is away, they are asked for again. */
  async function askStore() {
    if (!isInDoubt || isAsking) return;
    isInDoubt = false;
    isAsking = true;
    try {
      for (const handle of fanOut.sessions()) if (!(await sessions.ask(handle))) fanOut.closeSession(handle);
    } catch {
      isInDoubt = true;
    }
    isAsking = false;
  }

  link.on('ended', (handle) => {
    sessions.forget(handle);
    fanOut.closeSession(handle);
  });
  link.on('back', doubt);
  others.on('dead', doubt);
  link.on('beat', askStore);
}

/** @import { SessionStore } from '../chat/stores.js' */
/** @import { FanOut } from '../sockets/fanOut.js' */

/**
 * Finds sessions that have ended at another process, whose news was lost: asks the store for the session of each
 * socket.
 * @param {Pick<SessionStore, 'find' | 'forgetAll'>} sessions
 * @param {Pick<FanOut, 'sessions' | 'closeSession'>} fanOut
 */
export function createSessionCheck(sessions, fanOut) {
  let isDue = false;
  let isRunning = false;
  return {
    request() {
      sessions.forgetAll();
      isDue = true;
    },
    /** Call once a second. It asks one after the other, to spare the store, and again if the store is away. */
    async run() {
      if (!isDue || isRunning) return;
      isDue = false;
      isRunning = true;
      try {
        for (const handle of fanOut.sessions()) if (!(await sessions.find(handle))) fanOut.closeSession(handle);
      } catch {
        isDue = true;
      }
      isRunning = false;
    },
  };
}

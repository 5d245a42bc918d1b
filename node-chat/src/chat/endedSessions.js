/** @import { Publish } from './news.js' */
/** @import { SessionStore } from './stores.js' */

/**
 * Ends sessions. A logout closes the sockets of its session and no others, at all processes.
 * @param {object} options
 * @param {Pick<SessionStore, 'find' | 'remove' | 'forget' | 'forgetAll'>} options.sessions
 * @param {{ sessions: () => string[], closeSession: (handle: string) => void }} options.sockets the sessions that have
 *   sockets, by their handles, and how to close those of one
 * @param {Publish} options.publish
 */
export function createEndedSessions({ sessions, sockets, publish }) {
  let isCheckDue = false;
  let isChecking = false;
  return {
    /** In the store first, so that no socket can join before all are closed. @param {string} handle */
    async end(handle) {
      await sessions.remove(handle);
      sockets.closeSession(handle);
      publish('ended', handle);
    },
    /** Another process has ended it. @param {string} handle */
    receive(handle) {
      sessions.forget(handle);
      sockets.closeSession(handle);
    },
    /** News of another process may be lost: the next check asks the store for the session of each socket. */
    requestCheck() {
      sessions.forgetAll();
      isCheckDue = true;
    },
    /** Call once a second. It asks one after the other, to spare the store, and again if the store is away. */
    async check() {
      if (!isCheckDue || isChecking) return;
      isCheckDue = false;
      isChecking = true;
      try {
        for (const handle of sockets.sessions()) if (!(await sessions.find(handle))) sockets.closeSession(handle);
      } catch {
        isCheckDue = true;
      }
      isChecking = false;
    },
  };
}

/** @typedef {ReturnType<typeof createEndedSessions>} EndedSessions */

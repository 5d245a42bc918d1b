/** @import { createFanOut } from '../sockets/fanOut.js' */
/** @import { Sessions } from '../store/sessions.js' */
/** @import { RedisBus } from './redisBus.js' */

/**
 * Closes the sockets of sessions that have ended at other processes. After news may have been lost, it asks the store
 * for the session of each socket.
 * @param {RedisBus} bus
 * @param {Pick<Sessions, 'forget' | 'doubt' | 'ask'>} sessions
 * @param {Pick<ReturnType<typeof createFanOut>, 'sessions' | 'closeSession'>} fanOut
 */
export function shareSessions(bus, sessions, fanOut) {
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

  bus.on('ended', (handle) => {
    sessions.forget(handle);
    fanOut.closeSession(handle);
  });
  bus.on('back', doubt);
  bus.on('dead', doubt); // its last news may be missing
  bus.on('beat', askStore);
}

const AGAIN_MS = 5000;

/**
 * Fills the memory of a store that started with a tail. A try that fails is repeated after a pause.
 * @param {import('./messageChanges.js').MessageChanges} changes
 * @param {Pick<import('../log.js').Log, 'warn'>} log
 */
export function fillMemory(changes, log) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isClosed = false;

  async function fill() {
    try {
      await changes.fill();
    } catch (err) {
      if (isClosed) return;
      log.warn({ err }, 'messages before the newest are not in memory: they are read again soon');
      timer = setTimeout(fill, AGAIN_MS).unref();
    }
  }

  fill();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

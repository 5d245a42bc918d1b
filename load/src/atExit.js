/** @type {Set<() => void>} */
const cleanUps = new Set();
// Node.js warns about more than ten listeners, so one listener runs all clean-ups.
process.once('exit', () => {
  // The newest clean-up runs first: a server ends before the checkout that it runs from is removed.
  for (const cleanUp of [...cleanUps].reverse()) {
    try {
      cleanUp();
    } catch (error) {
      // One failed clean-up must not stop the others.
      console.error(/** @type {Error} */ (error).message);
    }
  }
});

/**
 * Runs a clean-up when this process exits. A signal alone causes no `exit` event; commandLine.js exits on signals.
 * @param {() => void} cleanUp synchronous: an exiting process awaits nothing
 * @returns {() => void} cancels the clean-up
 */
export function atExit(cleanUp) {
  cleanUps.add(cleanUp);
  return () => void cleanUps.delete(cleanUp);
}

/** @type {Set<() => void>} What began last ends first: a server before the checkout that it runs from. */
const ends = new Set();
// One listener for all: Node.js warns from the eleventh on.
process.once('exit', () => {
  for (const end of [...ends].reverse()) {
    try {
      end();
    } catch (error) {
      // The others have theirs to end all the same.
      console.error(/** @type {Error} */ (error).message);
    }
  }
});

/**
 * Ends what this process has started when it exits. A signal fires no `exit`; commandLine.js makes one of it.
 * @param {() => void} end nothing can be awaited then
 * @returns {() => void} cancels it: call it when the thing has ended
 */
export function atExit(end) {
  ends.add(end);
  return () => void ends.delete(end);
}

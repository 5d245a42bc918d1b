/** @returns {any} Artillery's global object: exists in its main thread and in its worker */
export const artillery = () => /** @type {any} */ (globalThis).artillery;

/**
 * Ends the run before it began.
 * @param {string} line says what is wrong and what to do next
 * @returns {never}
 */
export function giveUp(line) {
  process.stderr.write(`\r${line}\n`);
  process.exit(2);
}

/** @returns {any} Artillery's global object: exists in its main thread and in its workers */
export const artillery = () => /** @type {any} */ (globalThis).artillery;

/** @param {string} line shown between Artillery's own, without breaking its spinner */
export function say(line) {
  artillery().log(line);
}

/**
 * From here on Artillery's own reports are not shown: what it says of phases, and its metrics every 10 s and at the end. Its warnings are,
 * and so is what `say` says. It has a flag for that, --quiet, but a script cannot set it.
 */
export function withoutReports() {
  const { log } = artillery();
  artillery().log = (/** @type {unknown[]} */ ...words) => {
    if (!/console-reporter/.test(String(new Error().stack))) log(...words);
  };
}

/**
 * Ends the run before it began.
 * @param {string} line says what is wrong and what to do next
 * @returns {never}
 */
export function giveUp(line) {
  process.stderr.write(`\r${line}\n`);
  process.exit(2);
}

/** Characters: what a crowd of thousands leaves in its ledger is some MB. */
export const LONGEST_LINE = 256 * 1024 * 1024;
/** So often both ends say that they live. */
export const ALIVE_EVERY_MS = 1000;

/**
 * Calls back with each line of a stream.
 * @param {import('node:stream').Readable} stream @param {(line: string) => void} onLine without its end
 * @param {{most: number, onTooLong: () => void}} bound most: characters of a line, told where one is longer
 */
export function readLines(stream, onLine, { most, onTooLong }) {
  /** @type {string[]} */
  let begun = [];
  let length = 0;
  stream.setEncoding('utf8');
  stream.on('data', (/** @type {string} */ text) => {
    let from = 0;
    for (let end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) {
      onLine(begun.join('') + text.slice(from, end));
      begun = [];
      length = 0;
    }
    if (from === text.length) return;
    begun.push(text.slice(from));
    length += text.length - from;
    if (length <= most) return;
    begun = [];
    length = 0;
    onTooLong();
  });
}

import { createReadStream, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Makes sure that files of a folder hold an object a line.
 * @param {string} folder
 * @param {(line: string) => unknown} parse
 * @param {{cutOff?: boolean}} [options] cutOff: the last line may be
 *   incomplete, since the file was copied while it was written
 * @throws {Error} naming the first line that holds no object
 */
export async function checkJsonLines(folder, parse, { cutOff = false } = {}) {
  for (const name of readdirSync(folder)) await checkFile(join(folder, name), parse, cutOff);
}

/** @param {string} file @param {(line: string) => unknown} parse @param {boolean} cutOff */
async function checkFile(file, parse, cutOff) {
  let number = 0;
  let wrong = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (wrong === 0 && line !== '' && !isObject(line, parse)) wrong = number;
  }
  if (wrong > 0 && !(cutOff && wrong === number))
    throw new Error(`line ${wrong} of ${basename(file)} is no JSON object`);
}

/** @param {string} line @param {(line: string) => unknown} parse */
function isObject(line, parse) {
  try {
    const value = parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import { checkJsonLines } from './json-lines.js';

/** The fields that the chat has indexes of. A unique index of another field would refuse messages. */
const indexed = ['id', 'rev', 'key', 'skeleton'];

/**
 * @param {string} folder of NeDB's files, copied while somebody wrote them
 * @throws {Error} where a line is no document, or makes an index that the chat has not
 */
export async function checkNedb(folder) {
  /** @type {Set<unknown>} */
  const found = new Set();
  const parse = (/** @type {string} */ line) => {
    const document = JSON.parse(line);
    if (document?.$$indexCreated) found.add(document.$$indexCreated.fieldName);
    return document;
  };
  await checkJsonLines(folder, parse, { cutOff: true });
  const [foreign] = [...found].filter((field) => !indexed.includes(/** @type {string} */ (field)));
  if (foreign !== undefined) throw new Error(`it brings an index of ${foreign}`);
}

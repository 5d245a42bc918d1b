import Datastore from '@seald-io/nedb';

const DOCUMENTS = 100;

// Its types are those of a CommonJS module: none that could be constructed here.
const Nedb = /** @type {any} */ (Datastore);
/** @type {Promise<any> | null} */
let filled = null;

async function fill() {
  const documents = new Nedb();
  await documents.insertAsync(Array.from({ length: DOCUMENTS }, (_, n) => ({ n })));
  return documents;
}

/**
 * Searches a collection in memory by a condition that is slow for each document. NeDB has no index for it, and looks at
 * all documents in one go.
 * @param {import('../call.js').Task} task
 */
export async function askNedb({ ms }) {
  const documents = await (filled ??= fill());
  const start = performance.now();
  let looked = 0;
  const condition = () => {
    looked++;
    const until = start + (ms * looked) / DOCUMENTS;
    while (performance.now() < until);
    return false;
  };
  await documents.findAsync({ $where: condition });
  return { by: 'NeDB' };
}

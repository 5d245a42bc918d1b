import { attempt, PROMPT_MS } from './attempt.js';

/**
 * The place of the tail: one document that carries the holder's term. Only the tail of the last holder counts. An
 * older one is out of date, since the last holder wrote after it.
 * @param {import('./models.js').Models['Tail']} Tail
 * @param {{ term: number, before: number }} lease before: the term of the last holder
 * @returns {Promise<import('../backend.js').TailPlace>}
 */
export async function takeTail(Tail, { term, before }) {
  /** @type {any} */
  const last = await attempt(PROMPT_MS, (until) => Tail.findById(before, null, until).lean());
  const found = last?.tail ?? null;
  let writes = 0;
  await attempt(PROMPT_MS, (until) => Tail.deleteMany({}, until));
  await attempt(PROMPT_MS, (until) =>
    Tail.collection.insertOne(/** @type {any} */ ({ _id: term, writes, ...(found && { tail: found }) }), until),
  );
  const update = (/** @type {object} */ filter, /** @type {object} */ change) =>
    attempt(PROMPT_MS, (until) =>
      Tail.collection.updateOne(/** @type {any} */ ({ _id: term, ...filter }), change, until),
    );
  return {
    found,
    // A call that was given up may arrive after the next write: then `writes` differs, and nothing is left.
    leave: async (tail) => void (await update({ writes }, { $set: { tail } })),
    clear: async () => void (await update({}, { $set: { writes: ++writes }, $unset: { tail: '' } })),
  };
}

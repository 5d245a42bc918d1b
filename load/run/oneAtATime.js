/** @typedef {<T>(measure: () => Promise<T>) => Promise<T>} Alone measures when its turn has come */

/** @type {Alone} where nothing else is up */
export const atOnce = (measure) => measure();

/**
 * Measures servers that are up together one after the other, in this order. The first turn comes when all are warm.
 * Ending a server takes processor time, so none ends before the last has been measured.
 * @template T
 * @param {Array<(alone: Alone) => Promise<T>>} runs each is to ask for its turn once
 * @returns {Promise<T[]>} when all have ended, so that whoever began a server has ended it
 * @throws {Error} the first that one of them failed with: the others' turns fail with it
 */
export async function oneAtATime(runs) {
  const warm = runs.map(() => Promise.withResolvers());
  const measured = runs.map(() => Promise.withResolvers());
  const allWarm = Promise.all(warm.map(({ promise }) => promise));
  const allMeasured = Promise.all(measured.map(({ promise }) => promise));
  for (const { promise } of [...warm, ...measured]) promise.catch(() => {});
  for (const all of [allWarm, allMeasured]) all.catch(() => {});
  const ended = await Promise.allSettled(
    runs.map(async (run, place) => {
      try {
        return await run(async (measure) => {
          warm[place].resolve(undefined);
          await allWarm;
          await measured[place - 1]?.promise;
          const result = await measure();
          measured[place].resolve(undefined);
          await allMeasured;
          return result;
        });
      } catch (error) {
        for (const { reject } of [...warm, ...measured]) reject(error);
        throw error;
      }
    }),
  );
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

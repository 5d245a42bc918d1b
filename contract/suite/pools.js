/**
 * Does the work on every item, so many at a time.
 * @template T @param {T[]} items @param {number} width @param {(item: T) => Promise<void>} work
 */
export async function inPools(items, width, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/**
 * Does each piece of work once, in order as far as what they want for themselves allows: those that want the same keep
 * their order, others pass them.
 * @template {{alone?: string[]}} T
 * @param {T[]} pieces
 * @param {object} atOnce
 * @param {number} atOnce.least so many at a time, whatever else
 * @param {number} [atOnce.most] up to so many while there is room (`least`)
 * @param {() => Promise<boolean>} [atOnce.room] whether one more may begin beyond `least` (yes): it takes the time it needs to see
 * @param {(piece: T) => Promise<void>} work
 */
export async function sideBySide(pieces, { least, most = least, room = async () => true }, work) {
  const waiting = [...pieces];
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  while (waiting.length > 0 || running.size > 0) {
    const wanted = new Set(taken);
    const next = waiting.findIndex(({ alone = [] }) => {
      const free = !alone.some((it) => wanted.has(it));
      alone.forEach((it) => wanted.add(it));
      return free;
    });
    if (next < 0 || running.size >= most) {
      await Promise.race(running);
      continue;
    }
    if (running.size >= least) {
      const before = running.size;
      // A piece that ended meanwhile may have freed a server that an earlier piece waits for.
      if (!(await room()) || running.size !== before) continue;
    }
    const [piece] = waiting.splice(next, 1);
    const alone = piece.alone ?? [];
    alone.forEach((it) => taken.add(it));
    const done = work(piece).finally(() => {
      alone.forEach((it) => taken.delete(it));
      running.delete(done);
    });
    running.add(done);
  }
}

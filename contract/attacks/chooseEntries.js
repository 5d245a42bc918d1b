/**
 * The entries that a command is to run.
 * @template {{ topic?: string, name: string, wire?: string }} E
 * @param {E[]} every
 * @param {string} [only] a regular expression for topic and name
 */
export function chooseEntries(every, only = '') {
  const fits = new RegExp(only, 'i');
  const all = every.filter(({ topic, name }) => fits.test(`${topic}: ${name}`));
  return {
    print() {
      for (const { topic, name, wire } of all) console.log(`${topic}: ${name}${wire ? `  (${wire})` : ''}`);
    },
    /** @param {string} wire of the server @throws {Error} where there is nothing to run */
    of(wire) {
      const mine = all.filter((entry) => !entry.wire || entry.wire === wire);
      if (mine.length === 0) throw new Error(`no entry fits --only ${only}`);
      return mine;
    },
  };
}

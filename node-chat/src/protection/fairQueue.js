/**
 * A queue whose owners take turns, however many things one of them has in it.
 * @template Thing
 */
export class FairQueue {
  /** @type {Map<string, Thing[]>} of each who waits, whose turn is next first: their things, in order */
  #waiting = new Map();
  #length = 0;

  get length() {
    return this.#length;
  }

  /** @param {string} who @param {Thing} thing */
  push(who, thing) {
    this.#length++;
    const own = this.#waiting.get(who);
    if (own) own.push(thing);
    else this.#waiting.set(who, [thing]);
  }

  /** @returns {Thing | undefined} what is next; undefined: it is empty */
  shift() {
    for (const [who, own] of this.#waiting) {
      this.#length--;
      const thing = own.shift();
      this.#waiting.delete(who);
      if (own.length > 0) this.#waiting.set(who, own);
      return thing;
    }
  }
}

/** Workers that come and go, each in a place of its own: who takes the place of one that has ended is drawn where that was. */
export class WorkerSlots {
  /** @type {number[]} */
  ids = [];

  /** @param {number[]} living ids of all that there are now @returns {number[]} by place; one that has ended stays until another takes its place */
  update(living) {
    const fresh = living.filter((id) => !this.ids.includes(id));
    this.ids = this.ids.map((id) => (living.includes(id) ? id : (fresh.shift() ?? id)));
    this.ids.push(...fresh);
    return this.ids;
  }
}

const HASH = /^#m([1-9]\d{0,14})$/;
/** The address of a message: this page, and its id behind the #, so that no server hears of it. @param {number} id */
export function linkTo(id) {
  return `${location.origin}${location.pathname}#m${id}`;
}

/** @param {string} hash @returns {number} the id of the message it names; 0: none */
export function idIn(hash) {
  return Number(HASH.exec(hash)?.[1] ?? 0);
}

/** @param {string} href @returns {number} the id of the message of this chat that it is the address of; 0: of none */
export function idOfLink(href) {
  const { origin, pathname, search, hash } = new URL(href);
  return origin === location.origin && pathname === location.pathname && !search ? idIn(hash) : 0;
}

const HASH = /^#m([1-9]\d{0,14})$/;
/** A message's address: this page with the id behind the #, which browsers send to no server. @param {number} id */
export function linkTo(id) {
  return `${location.origin}${location.pathname}#m${id}`;
}

/** @param {string} hash @returns {number} the message's id; 0: none */
export function idIn(hash) {
  return Number(HASH.exec(hash)?.[1] ?? 0);
}

/** @param {string} href @returns {number} id if it is the address of a message of this chat; 0: it is not */
export function idOfLink(href) {
  const { origin, pathname, search, hash } = new URL(href);
  return origin === location.origin && pathname === location.pathname && !search ? idIn(hash) : 0;
}

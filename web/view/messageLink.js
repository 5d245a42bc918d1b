const HASH = /^#m([1-9]\d{0,14})$/;
/** Names of the machine itself, as URL writes them: 0x7f.1 is 127.0.0.1, ::ffff:127.0.0.1 is [::ffff:7f00:1]. */
const THIS_MACHINE = /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::(1|(ffff:)?(7f..:.+|0:0))?\]$/;

/** The address of a message: this page, and its id behind the #, so that no server hears of it. @param {number} id */
export function linkTo(id) {
  return `${location.origin}${location.pathname}#m${id}`;
}

/** @param {string} hash @returns {number} the id of the message it names; 0: none */
export function idIn(hash) {
  return Number(HASH.exec(hash)?.[1] ?? 0);
}

/** @param {string} href @returns {number} the id where it is the address of a message of this chat; 0: it is another address */
export function idOfLink(href) {
  const { origin, pathname, search, hash } = new URL(href);
  return origin === location.origin && pathname === location.pathname && !search ? idIn(hash) : 0;
}

/**
 * Whether a link leads to another server on the chat's own host. Cookies ignore ports: that server would get the
 * session.
 * @param {string} href
 */
export function takesSessionElsewhere(href) {
  const { origin, hostname } = new URL(href);
  const host = withoutLastDot(hostname);
  return origin !== location.origin && (host === withoutLastDot(location.hostname) || THIS_MACHINE.test(host));
}

/** `localhost.` is localhost. @param {string} hostname */
const withoutLastDot = (hostname) => hostname.replace(/\.$/, '');

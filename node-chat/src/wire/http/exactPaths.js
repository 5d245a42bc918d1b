// A path that no route has.
const NOWHERE = '//';

/**
 * Fastify's router undoes percent-encoding. The contract compares paths byte for byte, so that what a proxy in front lets
 * through or keeps to itself is what the chat sees: no path of it has a percent sign.
 * @param {{ url?: string }} request
 * @returns {string} the address to route by
 */
export function rewriteUrl({ url = NOWHERE }) {
  const percent = url.indexOf('%');
  if (percent < 0) return url;
  const query = url.search(/[?#]/);
  return query >= 0 && query < percent ? url : NOWHERE;
}

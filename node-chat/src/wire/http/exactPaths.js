// A path that no route has.
const NOWHERE = '//';

/** HTTP/1.1 wants it. @param {import('node:http').IncomingMessage} request */
export const lacksHost = ({ headers, httpVersion }) => headers.host === undefined && httpVersion === '1.1';

/**
 * Fastify's router undoes percent-encoding. The contract compares paths byte for byte, so that what a proxy in front lets
 * through or keeps to itself is what the chat sees: no path of it has a percent sign. A request without a host is led
 * nowhere too, and told so by unknownRoutes.js.
 * @param {import('node:http').IncomingMessage} request
 * @returns {string} the address to route by
 */
export function rewriteUrl(request) {
  if (lacksHost(request)) return NOWHERE;
  const url = withoutOrigin(request.url ?? NOWHERE);
  const percent = url.indexOf('%');
  if (percent < 0) return url;
  const query = url.search(/[?#]/);
  return query >= 0 && query < percent ? url : NOWHERE;
}

/** A request may name scheme and host before its path (RFC 9112, absolute form). @param {string} url */
function withoutOrigin(url) {
  if (url.startsWith('/')) return url;
  const [, path] = /^https?:\/\/[^/?#]+(.*)$/i.exec(url) ?? [];
  if (path === undefined) return NOWHERE;
  return path.startsWith('/') ? path : `/${path}`;
}

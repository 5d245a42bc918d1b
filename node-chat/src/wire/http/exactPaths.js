// A path that no route has.
const NOWHERE = '//';

/**
 * What Node.js reads and the contract refuses: HTTP/1.1 without a host, two hosts (a proxy may have used the other), a
 * fragment in the address.
 * @param {import('node:http').IncomingMessage & { originalUrl?: string }} request
 */
export function isNoRequest({ headers, rawHeaders, httpVersion, url, originalUrl = url }) {
  if (headers.host === undefined ? httpVersion === '1.1' : hostsIn(rawHeaders) > 1) return true;
  return originalUrl?.includes('#') ?? false;
}

/** @param {string[]} rawHeaders names and values in turn */
function hostsIn(rawHeaders) {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  return hosts;
}

/**
 * Fastify's router undoes percent-encoding. The contract compares paths byte for byte, as a proxy in front does: no
 * path has a percent sign. What is no request goes nowhere too, and unknownRoutes.js answers.
 * @param {import('node:http').IncomingMessage} request
 * @returns {string} the address to route by
 */
export function rewriteUrl(request) {
  if (isNoRequest(request)) return NOWHERE;
  const url = withoutOrigin(request.url ?? NOWHERE);
  const percent = url.indexOf('%');
  if (percent < 0) return url;
  const query = url.indexOf('?');
  return query >= 0 && query < percent ? url : NOWHERE;
}

/** A request may name scheme and host before its path (RFC 9112, absolute form). @param {string} url */
function withoutOrigin(url) {
  if (url.startsWith('/')) return url;
  const [, path] = /^https?:\/\/[^/?#]+(.*)$/i.exec(url) ?? [];
  if (path === undefined) return NOWHERE;
  return path.startsWith('/') ? path : `/${path}`;
}

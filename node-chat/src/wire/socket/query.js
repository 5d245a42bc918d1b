/**
 * A parameter of a request's address, as Engine.IO reads it: of several the last counts.
 * @param {import('node:http').IncomingMessage} request
 * @param {string} name
 * @returns {string | undefined}
 */
export function parameterOf({ url = '' }, name) {
  const start = url.indexOf('?');
  return start < 0 ? undefined : new URLSearchParams(url.slice(start)).getAll(name).at(-1);
}

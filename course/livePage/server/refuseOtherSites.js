/** A request that is not let in; code: what the answer names. */
export class NotAllowed extends Error {
  /** @param {number} statusCode @param {string} code @param {string} message */
  constructor(statusCode, code, message) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/**
 * Refuses a Host that is not this server (DNS rebinding), and pages of other origins, other ports included: they could
 * start a load run.
 * @param {import('node:http').IncomingMessage} request @param {number} port of this server
 * @throws {NotAllowed}
 */
export function refuseOtherSites({ url, headers }, port) {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host.replace(/:\d+$/, '')) || !host.endsWith(`:${port}`))
    throw new NotAllowed(421, 'host_not_allowed', `This server is not ${host}: open http://127.0.0.1:${port}/`);
  const isOwn = (origin === undefined || origin === `http://${host}`) && ['same-origin', 'none'].includes(site);
  if (!isOwn && (url !== '/' || origin !== undefined))
    throw new NotAllowed(403, 'origin_not_allowed', 'Pages of other origins may not use this server.');
}

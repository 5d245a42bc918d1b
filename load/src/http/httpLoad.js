/**
 * @typedef {object} HttpRequest
 * @property {string} name
 * @property {string} [method] GET unless given
 * @property {string} path
 * @property {object} [json] the body
 * @property {number} [bytes] the length of a body that is no JSON
 * @property {boolean} [once] each session makes the request once
 * @property {Record<string, string>} [save] by name, the path in the answer of a value that later requests need
 *
 * @typedef {object} HttpLoad of a workload
 * @property {HttpRequest[]} [before] each user makes them before the clock starts
 * @property {HttpRequest[]} [requests] each user makes them in turn
 * @property {{login?: boolean, requests: HttpRequest[]}} [contract] what a server of the contract is asked instead;
 *   login: each user logs in before the clock starts
 * @property {[number, number]} [reconnectAfter] a session ends after so many requests, drawn between both
 */

/** @type {HttpRequest} */
const LOG_IN = {
  name: 'log in',
  method: 'POST',
  path: '/login',
  json: { login: 'user {user}', password: 'study-password', token: true },
  save: { token: 'token' },
};

/**
 * @param {Pick<import('../server/openServer.js').OpenServer, 'endpoint'>} server
 * @param {HttpLoad} load
 * @returns {Pick<HttpLoad, 'before' | 'requests'>} those of the contract at a server of it, if the load has some
 */
export function requestsAt({ endpoint }, load) {
  if (!endpoint || !load.contract) return load;
  const { login, requests } = load.contract;
  return { requests, before: login ? [LOG_IN] : [] };
}

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
 * @typedef {object} HttpRequests
 * @property {HttpRequest[]} [before] each user makes them before the clock starts
 * @property {HttpRequest[]} [requests] each user makes them in turn
 *
 * @typedef {object} HttpMembers
 * @property {HttpRequests & {requests: HttpRequest[]}} [contract] what a server of the contract is asked instead
 * @property {[number, number]} [reconnectAfter] a session ends after so many requests, drawn between both
 *
 * @typedef {HttpRequests & HttpMembers} HttpLoad of a workload
 */

/**
 * @param {Pick<import('../server/openServer.js').OpenServer, 'endpoint'>} server
 * @param {HttpLoad} load
 * @returns {HttpRequests} those of the contract at a server of the contract, if the load has some
 */
export const requestsAt = ({ endpoint }, load) => (endpoint && load.contract) || load;

/**
 * @typedef {object} HttpRequest
 * @property {string} name
 * @property {string} [method] GET unless given
 * @property {string} path
 * @property {object} [json] its body
 * @property {number} [bytes] the length of its body, if that is no JSON
 * @property {boolean} [once] it is made once in a session
 * @property {Record<string, string>} [save] the path in the answer of each value that later requests need, by name
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
 * @returns {HttpRequests} that this server is asked
 */
export const requestsAt = ({ endpoint }, load) => (endpoint && load.contract) || load;

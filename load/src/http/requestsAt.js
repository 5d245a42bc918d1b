/** @import { HttpRequest, Job } from '../job.js' */
/** @import { Server } from '../server/openServer.js' */

/** @type {HttpRequest} */
const LOG_IN = {
  name: 'log in',
  method: 'POST',
  path: '/login',
  json: { login: 'user {user}', password: 'study-password', token: true },
  save: { token: 'token' },
};

/**
 * @param {Pick<Server, 'endpoint'>} server
 * @param {Pick<Job, 'before' | 'requests' | 'contract'>} load
 * @returns {Pick<Job, 'before' | 'requests'>} the load's contract requests if it has some and the server keeps the
 *   contract, else its own
 */
export function requestsAt({ endpoint }, load) {
  if (!endpoint || !load.contract) return load;
  const { login, requests } = load.contract;
  return { requests, before: login ? [LOG_IN] : [] };
}

import { request } from './request.js';
import { socketio } from '../drivers/socketio.js';
import { pusher } from '../drivers/pusher.js';

const drivers = { 'socket.io': socketio, pusher };

/**
 * @typedef {object} Server the server under test, known by its URL alone
 * @property {URL} url
 * @property {any} config what GET /config says
 * @property {string | undefined} joinCode what new logins bring where it asks for one: CHAT_JOIN_CODE, since no server tells
 * @property {import('../drivers/driver.js').Driver} driver the driver of its wire
 * @property {(path: string, call?: import('./request.js').Call) => Promise<import('./request.js').Answer>} call
 * @property {() => Promise<boolean>} hasLabCalls
 */

/**
 * Learns a server from its /config.
 * @param {string} address such as http://127.0.0.1:3000
 * @returns {Promise<Server>} rejects with an Error fit to be shown: what was asked, what came, what to do
 */
export async function learnServer(address) {
  if (!URL.canParse(address)) throw new Error(`${address} is no URL: give one such as http://127.0.0.1:3000`);
  const url = new URL(address);
  /** @type {Server['call']} */
  const call = (path, options) => request(url, path, options);
  let answer;
  try {
    answer = await call('/config');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`No server answers at ${url.origin} (${why}): start one with infra/up, then try again.`, {
      cause: error,
    });
  }
  const wire = /** @type {keyof typeof drivers} */ (answer.json?.wire);
  const driver = drivers[wire];
  if (answer.status !== 200 || !driver) {
    throw new Error(
      `${url.origin} is no chat of this contract: GET /config answered ${answer.status} with wire ` +
        `${JSON.stringify(answer.json?.wire)}, where "socket.io" or "pusher" belongs.`,
    );
  }
  const { CHAT_JOIN_CODE: joinCode } = process.env;
  if (answer.json.features?.includes('joinCode') && !joinCode) {
    throw new Error(`${url.origin} has a join code: set CHAT_JOIN_CODE to it, then try again.`);
  }
  const hasLabCalls = async () => (await call('/lab')).status === 200;
  return { url, config: answer.json, joinCode, driver, call, hasLabCalls };
}

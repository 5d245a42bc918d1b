import { ChatError } from './chatError.js';

/** @import { Config, Crowd, Message, NewMessage, User } from './types.js' */

/** A slower request counts as lost; the contract allows a server 5 s. */
const TIMEOUT_MS = 12_000;

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON; without a body the call is a GET
 * @param {string} [method] the method of a call with a body
 * @returns {Promise<any>} the answer's JSON; rejects with a ChatError: the server's, or `no_answer`
 */
async function call(path, body, method = 'POST') {
  const withBody = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let response;
  let answer;
  try {
    response = await fetch(path, { cache: 'no-store', signal, ...(body === undefined ? {} : withBody) });
    answer = response.status === 204 ? {} : await response.json();
  } catch {
    throw ChatError.noAnswer();
  }
  if (response.ok) return answer;
  // A proxy made this error, for example while the chat behind it restarts.
  if (!answer.error) throw ChatError.noAnswer();
  throw new ChatError(answer.error, Number(response.headers.get('Retry-After')) || undefined);
}

/** The HTTP calls of the contract. */
export const api = {
  /** @returns {Promise<Config>} */
  config: () => call('/config'),
  /** @returns {Promise<User>} */
  me: async () => (await call('/me')).user,
  /**
   * @param {string} login @param {string} password
   * @param {{ register: boolean, joinCode?: string }} how  register: true registers an unused login; else the
   *   server answers login_unknown
   * @returns {Promise<User>}
   */
  logIn: async (login, password, how) => (await call('/login', { login, password, ...how })).user,
  /** @returns {Promise<void>} */
  logOut: () => call('/logout', {}),
  /** @returns {Promise<Crowd>} */
  online: () => call('/online'),
  /**
   * Reads a page of messages: the newest, `after` or `before` an id, with the words of `text`, or `changedAfter` a
   * revision in the order of revisions.
   * @param {Record<string, string | number>} query
   * @returns {Promise<{ messages: Message[], more: boolean, searchedTo: number }>} searchedTo: only of a search
   */
  messages: (query) => call(`/messages?${new URLSearchParams(/** @type {Record<string, string>} */ (query))}`),
  /** @param {number} id @param {string} text @returns {Promise<Message>} */
  edit: async (id, text) => (await call(`/messages/${id}`, { text }, 'PATCH')).message,
  /** @param {number} id @returns {Promise<Message>} the deleted message, without its text */
  remove: async (id) => (await call(`/messages/${id}`, {}, 'DELETE')).message,
  /** @param {NewMessage} message @returns {Promise<Message>} */
  post: async (message) => (await call('/messages', message)).message,
};

/** @typedef {typeof api} Api */

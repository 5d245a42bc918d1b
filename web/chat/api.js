import { ChatError } from './chatError.js';

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').User} User */

/** A slower request counts as lost; the contract allows a server 5 s. */
const TIMEOUT_MS = 12_000;

/**
 * The HTTP calls of the contract. Each rejects with a ChatError: the server's own code, or `unreachable`.
 * @param {typeof fetch} [request]
 */
export function createApi(request = (...args) => fetch(...args)) {
  /**
   * @param {string} path
   * @param {unknown} [body] sent as JSON; without a body the call is a GET
   * @param {string} [method] of a call with a body
   */
  async function call(path, body, method = 'POST') {
    /** @type {RequestInit} */
    const options = { credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) };
    if (body !== undefined) {
      options.method = method;
      options.headers = { 'Content-Type': 'application/json' };
      options.body = JSON.stringify(body);
    }
    let response;
    let answer;
    try {
      response = await request(path, options);
      answer = response.status === 204 ? {} : await response.json();
    } catch (error) {
      // Not JSON: a proxy's own error page, for example while the chat behind it restarts.
      throw error instanceof SyntaxError ? ChatError.noAnswer() : ChatError.unreachable();
    }
    if (response.ok) return answer;
    const error = ChatError.from(answer.error);
    error.retryAfter = Number(response.headers.get('Retry-After')) || undefined;
    throw error;
  }

  return {
    /** @returns {Promise<import('./types.js').Config>} */
    config: () => call('/config'),
    /** @returns {Promise<User>} */
    me: async () => (await call('/me')).user,
    /**
     * @param {string} login @param {string} password
     * @param {{ register: boolean, joinCode?: string }} how  register: an unused login is registered; without it the
     *   server answers login_unknown
     * @returns {Promise<User>}
     */
    logIn: async (login, password, { register, joinCode }) =>
      (await call('/login', { login, password, joinCode, register })).user,
    /** @returns {Promise<void>} */
    logOut: () => call('/logout', {}),
    /** @returns {Promise<import('./types.js').Crowd>} */
    online: () => call('/online'),
    /** @param {number} limit @returns {Promise<{ messages: Message[], more: boolean }>} the newest */
    newest: (limit) => call(`/messages?limit=${limit}`),
    /** @param {number} id @param {number} limit @returns {Promise<{ messages: Message[], more: boolean }>} */
    after: (id, limit) => call(`/messages?after=${id}&limit=${limit}`),
    /** @param {number} id @param {number} limit @returns {Promise<{ messages: Message[], more: boolean }>} */
    before: (id, limit) => call(`/messages?before=${id}&limit=${limit}`),
    /**
     * @param {string} text @param {number} limit @param {number} [before]
     * @returns {Promise<{ messages: Message[], more: boolean, searchedTo: number }>}
     */
    search: (text, limit, before) =>
      call(
        `/messages?text=${encodeURIComponent(text)}&limit=${limit}${before === undefined ? '' : `&before=${before}`}`,
      ),
    /**
     * In the order of revisions.
     * @param {number} rev @param {number} limit @returns {Promise<{ messages: Message[], more: boolean }>}
     */
    changedAfter: (rev, limit) => call(`/messages?changedAfter=${rev}&limit=${limit}`),
    /** @param {number} id @param {string} text @returns {Promise<Message>} */
    edit: async (id, text) => (await call(`/messages/${id}`, { text }, 'PATCH')).message,
    /** @param {number} id @returns {Promise<Message>} the deleted message, without its text */
    remove: async (id) => (await call(`/messages/${id}`, {}, 'DELETE')).message,
    /** @param {import('./types.js').NewMessage} message @returns {Promise<Message>} */
    post: async (message) => (await call('/messages', message)).message,
  };
}

/** @typedef {ReturnType<typeof createApi>} Api */

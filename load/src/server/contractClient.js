import { setTimeout as pause } from 'node:timers/promises';
import { askPatiently } from '../../../contract/harness/busy.js';

/** @import { ReceivedMessage } from '../ledger/ledger.js' */

/** The server gave no answer, a wrong one, or let nobody join. */
export class ServerFailure extends Error {}

/** An answer that was not what the contract says; code: the server's error code, else `http_STATUS`. */
export class UnexpectedAnswer extends ServerFailure {
  /** @param {string} url @param {number} status @param {string} code @param {string} [field] at fault */
  constructor(url, status, code, field) {
    const todo = field === 'joinCode' ? ': it has a join code: set CHAT_JOIN_CODE to it, then try again' : '';
    super(`${url} answered ${status} ${code}${todo}`);
    this.code = code;
  }
}

// The client tries to read a store this many times, once a second.
const STORE_TRIES = 15;

/**
 * @param {string} url @param {RequestInit} options
 * @returns {Promise<Response>} an answer of 2xx @throws {ServerFailure}
 */
async function ask(url, options) {
  const { response, refusal } = await askPatiently(async () => {
    const each = await fetch(url, options).catch(({ message, cause }) => {
      throw new ServerFailure(`${url} does not answer (${cause?.code ?? message})`);
    });
    const refusal = each.ok ? undefined : await refusalOf(each);
    return { response: each, headers: each.headers, refusal, code: refusal?.code };
  });
  if (refusal) throw refusal;
  return response;
}

/**
 * Logs in, and waits while too many others do: a server hashes only a few passwords, and a store takes only a few
 * sessions, at a time. CHAT_JOIN_CODE is the join code.
 * @param {string} url a chat's @param {{login: string, password: string}} account
 * @returns {Promise<string>} the session as a Cookie header
 * @throws {ServerFailure}
 */
export async function logIn(url, account) {
  const body = JSON.stringify({ ...account, joinCode: process.env.CHAT_JOIN_CODE });
  const headers = { 'content-type': 'application/json' };
  const response = await ask(url + '/login', { method: 'POST', headers, body });
  await response.arrayBuffer();
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return cookies.join('; ');
}

/** @param {string} url @returns {Promise<any>} the server's /config @throws {Error} that says what to start */
export async function readConfig(url) {
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(`${url}/config`, { signal }).catch(({ cause, message }) => {
    throw new Error(`${url} does not answer (${cause?.code ?? message}). Start it with: infra/up --load`);
  });
  const config = await response.json().catch(() => null);
  if (!response.ok || !config?.name)
    throw new Error(`${url} is not a chat: GET /config answered ${response.status} without a configuration.`);
  return config;
}

/**
 * @param {string} address @param {string} cookie
 * @returns {Promise<any>} a page of messages @throws {ServerFailure}
 */
async function readPage(address, cookie) {
  return (await ask(address, { headers: { cookie } })).json();
}

/**
 * @param {string} url
 * @param {string} cookie
 * @param {number} afterId a message's id
 * @returns {Promise<ReceivedMessage[]>} every message with a greater id
 * @throws {ServerFailure}
 */
export async function readAfter(url, cookie, afterId) {
  const messages = [];
  for (let hasMore = true; hasMore;) {
    const page = await readPage(`${url}/messages?after=${afterId}&limit=200`, cookie);
    for (const { id, clientId, text } of page.messages) messages.push({ id, clientId, text });
    hasMore = page.more && page.messages.length > 0;
    afterId = page.messages.at(-1)?.id ?? afterId;
  }
  return messages;
}

/**
 * Reads the store like readAfter, but an unreadable store is a result.
 * @param {string} url
 * @param {string} cookie
 * @param {number} afterId a message's id
 * @returns {Promise<{stored: ReceivedMessage[] | null, storeUnread: string | null}>} storeUnread: why the store could
 *   not be read
 */
export async function readStore(url, cookie, afterId) {
  for (let tries = 1; ; tries++) {
    try {
      return { stored: await readAfter(url, cookie, afterId), storeUnread: null };
    } catch (error) {
      // A killed server has this time to come back. Then it must have every message that it acknowledged.
      if (error instanceof UnexpectedAnswer || tries === STORE_TRIES)
        return { stored: null, storeUnread: /** @type {Error} */ (error).message };
      await pause(1000);
    }
  }
}

/** @param {string} url @param {string} cookie @returns {Promise<number>} the newest message's id, or 0 */
export async function readLastId(url, cookie) {
  return (await readPage(`${url}/messages?limit=1`, cookie)).messages[0]?.id ?? 0;
}

/** @param {Response} response @returns {Promise<UnexpectedAnswer>} */
async function refusalOf(response) {
  const body = await response.json().catch(() => ({}));
  const { code = `http_${response.status}`, field } = body?.error ?? {};
  return new UnexpectedAnswer(response.url, response.status, code, field);
}

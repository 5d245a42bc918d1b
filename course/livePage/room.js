import { randomBytes } from 'node:crypto';
import { logIn, readLastId } from '../../load/src/server/contractClient.js';
import { voteIn } from './votes.js';

const PAGE = 200;
const TIMEOUT_MS = 30_000;

/** The room of one chat: how many users are online, and their votes. */
export class Room {
  /** Users; null: unknown. @type {number | null} */
  online = null;
  /** Messages that are votes, oldest first. @type {import('./votes.js').Message[]} */
  votes = [];
  #cookie = '';
  #lastId = 0;
  #isLooking = false;

  /** @param {string} url of a chat */
  constructor(url) {
    this.url = url;
  }

  /**
   * Reads new messages. If a chat does not answer, the next look asks again.
   * @param {string} [joinCode] which a new user needs to register
   */
  async look(joinCode) {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      if (!this.#cookie) await this.#logIn(joinCode);
      this.online = (await this.#get('/online')).count;
      for (let more = true; more;) {
        const page = await this.#get(`/messages?after=${this.#lastId}&limit=${PAGE}`);
        this.votes.push(...page.messages.filter((/** @type {any} */ message) => voteIn(message) >= 0));
        this.#lastId = page.messages.at(-1)?.id ?? this.#lastId;
        more = page.more;
      }
    } catch {
      this.online = null;
    }
    this.#isLooking = false;
  }

  /** Logs in over HTTP: a user without a socket is not counted as online. @param {string} [joinCode] */
  async #logIn(joinCode) {
    const [name, password] = [4, 16].map((bytes) => randomBytes(bytes).toString('hex'));
    const { cookie } = await logIn(this.url, { login: `live page ${name}`, password, joinCode });
    this.#lastId = await readLastId(this.url, cookie);
    this.#cookie = cookie;
  }

  /** @param {string} address @returns {Promise<any>} */
  async #get(address) {
    const headers = { cookie: this.#cookie };
    const response = await fetch(this.url + address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    // The chat was emptied: its users are gone, and its ids start from 1 again.
    if (response.status === 401) this.#cookie = '';
    if (!response.ok) throw new Error(`${address} was answered by ${response.status}`);
    return response.json();
  }
}

/**
 * One rule broken. The proxy asks it at each step; what it does not name passes through unchanged.
 *
 * @typedef {object} Mutant
 * @property {string} name what it does wrong, as a verb phrase
 * @property {string[]} breaks names of the checks that must see it, or unmistakable parts of them
 * @property {(exchange: Exchange) => void | Promise<void>} [request] before a request goes to the server; setting `status` answers in its place
 * @property {(exchange: Exchange) => void | Promise<void>} [reply] before an answer goes to the client
 * @property {(upgrade: Upgrade) => void} [upgrade] before a WebSocket handshake goes to the server
 * @property {(event: ChatEvent, link: Link) => ChatEvent[] | void} [toClient] what to send instead of an event of the server
 * @property {(event: ChatEvent, link: Link) => ChatEvent[] | void} [toServer] what to send instead of an event of the client
 * @property {(frame: Frame, link: Link) => Frame[] | void} [frameToClient]
 * @property {(frame: Frame, link: Link) => Frame[] | void} [frameToServer]
 * @property {(link: Link) => void} [ended] when the server has ended a socket
 * @property {(link: Link) => void} [left] when a socket is gone, whoever ended it
 * @property {boolean} [lingers] leaves the client's side open when the server has closed its own
 * @property {boolean} [hoards] reads from the server however slowly the client reads
 *
 * @typedef {import('./events.js').ChatEvent} ChatEvent
 * @typedef {import('./frames.js').Frame} Frame
 *
 * @typedef {object} Upgrade
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {string} path
 * @property {number} [refuse] answers with this status instead
 * @property {any} memory
 *
 * @typedef {object} Link one WebSocket through the proxy
 * @property {(event: ChatEvent) => void} tell sends an event to the client
 * @property {(event: ChatEvent) => void} ask sends an event to the server
 * @property {() => void} cut breaks the connection
 * @property {Set<Link>} links all that are open
 * @property {Record<string, any>} own of this link
 * @property {string} wire
 * @property {Record<string, any>} memory of the proxy
 * @property {string} cookie
 */

/** One HTTP request and its answer on their way through the proxy. */
export class Exchange {
  /** @param {string} method @param {string} path @param {Record<string, any>} headers @param {Buffer} body @param {Record<string, any>} memory */
  constructor(method, path, headers, body, memory) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.body = body;
    this.memory = memory;
    this.status = 0;
    /** @type {Record<string, any>} */
    this.replyHeaders = {};
    this.reply = Buffer.alloc(0);
  }

  /** @param {string} method @param {string} [path] */
  is(method, path) {
    return this.method === method && (path === undefined || this.path.split('?')[0] === path);
  }

  /** The request's JSON; undefined where it is none. @returns {any} */
  get sent() {
    return parsed(this.body);
  }

  set sent(json) {
    this.body = Buffer.from(JSON.stringify(json));
  }

  /** The answer's JSON; undefined where it is none. @returns {any} */
  get json() {
    return parsed(this.reply);
  }

  set json(json) {
    this.reply = Buffer.from(JSON.stringify(json));
  }

  get cookie() {
    return String(this.headers.cookie ?? '');
  }

  /** Answers with that. @param {number} status @param {any} [json] */
  answer(status, json) {
    this.status = status;
    this.reply = json === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(json));
    this.replyHeaders = json === undefined ? {} : { 'content-type': 'application/json' };
  }
}

/** @param {Buffer} bytes */
function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

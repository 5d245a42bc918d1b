const { EventEmitter } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const WebSocket = require('ws');
const { PusherError, timeout } = require('./errors');
const { name, version } = require('../package.json');

// Pusher protocol, version 7: a client that hears nothing for activity_timeout sends pusher:ping, and gives the server
// 30 s to answer.
const PONG_TIMEOUT_MS = 30_000;
const DEFAULT_ACTIVITY_TIMEOUT_S = 120;
const RECONNECT_FIRST_MS = 250;
const RECONNECT_MOST_MS = 4_000;

/**
 * @typedef {object} Request one that waits for its answer
 * @property {string} channel
 * @property {string} ack
 * @property {Array<[string, unknown]>} match
 * @property {(error: Error | null, answer?: unknown) => void} settle
 *
 * @typedef {{event: string, channel?: string, data?: any}} Message
 */

/**
 * One connection that speaks the Pusher protocol.
 *
 * Events: `event` {event, channel, data} for everything but the protocol's own; `break` {code, reason, wanted} when a connection
 * that nobody closed is gone; `return` when it is back and all channels are subscribed again; `fault` PusherError for
 * `pusher:error` and for a reconnection that was given up.
 */
class PusherClient extends EventEmitter {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {string | null} */
  #socketId = null;
  #closing = false;
  #dropping = false;
  #activityTimeoutMs = DEFAULT_ACTIVITY_TIMEOUT_S * 1000;
  /** @type {Set<string>} */
  #channels = new Set();
  /** @type {Map<string, (error: Error | null, data?: unknown) => void>} */
  #subscribing = new Map();
  /** @type {Set<Request>} */
  #requests = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #activity;

  /**
   * @param {object} options
   * @param {string} options.url ws://HOST:PORT
   * @param {string} options.key of the app
   * @param {Record<string, string>} [options.headers] of the handshake
   * @param {number} [options.timeout] s for connecting, subscribing and acks, 5 if absent
   * @param {boolean} [options.reconnect] after a break, with all subscriptions
   * @param {(channel: string, socketId: string) => Promise<{auth: string, channel_data?: string}>} [options.authorize]
   *   asks the application to sign for a private or presence channel
   */
  constructor({ url, key, headers = {}, timeout: seconds = 5, reconnect = false, authorize }) {
    super();
    this.setMaxListeners(0);
    this.url = url;
    this.key = key;
    this.headers = headers;
    this.seconds = seconds;
    this.reconnect = reconnect;
    this.authorize = authorize;
  }

  get socketId() {
    return this.#socketId;
  }

  get connected() {
    return this.#socketId !== null;
  }

  /** @returns {Promise<void>} once the server has said pusher:connection_established @throws {PusherError} */
  connect() {
    this.#closing = false;
    const address = `${this.url}/app/${encodeURIComponent(this.key)}?protocol=7&client=${name}&version=${version}`;
    const socket = new WebSocket(address, {
      headers: this.headers,
      perMessageDeflate: false,
      handshakeTimeout: this.seconds * 1000,
    });
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      const fail = (/** @type {Error} */ error) => {
        clearTimeout(timer);
        this.off('established', succeed);
        this.off('refused', fail);
        socket.off('close', closed);
        this.#drop(socket);
        reject(error);
      };
      const timer = setTimeout(() => fail(timeout('connect', this.seconds)), this.seconds * 1000);
      const succeed = () => {
        clearTimeout(timer);
        socket.off('close', closed);
        this.off('refused', fail);
        socket.on('close', (code, reason) => this.#lose(code, String(reason)));
        resolve(undefined);
      };
      const closed = (/** @type {number} */ code) =>
        fail(new PusherError(`pusher.connect_closed_${code}`, `closed with ${code} before it was established`));
      socket.on('unexpected-response', (_request, response) => {
        response.destroy();
        fail(
          new PusherError(`pusher.connect_${response.statusCode}`, `the handshake was answered ${response.statusCode}`),
        );
      });
      socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        if (!this.connected) fail(new PusherError(`pusher.connect_${error.code ?? 'failed'}`, error.message));
      });
      socket.on('close', closed);
      // Of a connection that was closed or given up, messages may still be under way: nobody's any more.
      socket.on('message', (bytes) => socket === this.#socket && this.#receive(bytes));
      this.once('established', succeed);
      this.once('refused', fail);
    });
  }

  /**
   * @param {string} channel
   * @returns {Promise<any>} the data of subscription_succeeded
   * @throws {PusherError} where the application does not sign, the server refuses, or neither answers in time
   */
  async subscribe(channel) {
    this.#channels.add(channel);
    const signed = /^(private|presence)-/.test(channel) ? await this.#authorization(channel) : {};
    return new Promise((resolve, reject) => {
      const settle = (/** @type {Error | null} */ error, /** @type {unknown} */ data) => {
        clearTimeout(timer);
        this.#subscribing.delete(channel);
        if (error) this.#channels.delete(channel);
        if (error) reject(error);
        else resolve(data);
      };
      const timer = setTimeout(() => settle(timeout('subscribe', this.seconds), null), this.seconds * 1000);
      this.#subscribing.set(channel, settle);
      this.#write({ event: 'pusher:subscribe', data: { channel, ...signed } });
    });
  }

  /** @param {string} channel */
  unsubscribe(channel) {
    this.#channels.delete(channel);
    this.#write({ event: 'pusher:unsubscribe', data: { channel } });
  }

  /** Sends a client event. @param {string} channel @param {string} event `client-...` @param {unknown} data */
  trigger(channel, event, data) {
    this.#write({ event, channel, data });
  }

  /**
   * Sends a client event that the server answers by an event of its own.
   * @param {object} request
   * @param {string} request.channel @param {string} request.event @param {unknown} request.data
   * @param {string} request.ack name of the event that answers
   * @param {Record<string, unknown>} [request.match] members that the answer's data must have, to tell one answer from another
   * @param {number} [request.timeout] s; Infinity waits as long as the connection lives
   * @returns {Promise<any>} the data of the answer
   * @throws {PusherError} `pusher.ack_timeout`, or `pusher.disconnected` where the connection went first
   */
  request({ channel, event, data, ack, match = {}, timeout: seconds = this.seconds }) {
    return new Promise((resolve, reject) => {
      /** @type {Request} */
      const request = { channel, ack, match: Object.entries(match), settle: () => {} };
      const timer =
        seconds === Infinity ? undefined : setTimeout(() => request.settle(timeout('ack', seconds)), seconds * 1000);
      request.settle = (error, answer) => {
        clearTimeout(timer);
        this.#requests.delete(request);
        if (error) reject(error);
        else resolve(answer);
      };
      this.#requests.add(request);
      try {
        this.#write({ event, channel, data });
      } catch (error) {
        request.settle(/** @type {Error} */ (error));
      }
    });
  }

  /** @returns {WebSocket | null} what is beneath, for what the protocol does not say; null: there is no connection */
  get socket() {
    return this.#socket;
  }

  /** Breaks the connection, as a line that fails would: with `reconnect` it comes back. */
  drop() {
    this.#dropping = true;
    this.#socket?.terminate();
  }

  /** Closes for good. */
  close() {
    this.#closing = true;
    clearTimeout(this.#activity);
    this.#abandon(new PusherError('pusher.closed', 'the client closed the connection'));
    this.#socketId = null;
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** @param {string} channel */
  async #authorization(channel) {
    if (!this.authorize) throw new PusherError('pusher.no_auth_endpoint', `${channel} needs an authEndpoint`);
    const { auth, channel_data } = await this.authorize(channel, this.#socketId ?? '');
    return channel_data === undefined ? { auth } : { auth, channel_data };
  }

  /** @param {Message} message */
  #write(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN)
      throw new PusherError('pusher.not_connected', 'there is no connection');
    this.#socket.send(JSON.stringify(message));
  }

  /** @param {WebSocket.RawData} bytes */
  #receive(bytes) {
    this.#restartActivityTimer();
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(String(bytes));
      if (typeof message.data === 'string') message.data = JSON.parse(message.data);
    } catch {
      // Data of foreign events may be plain text; a message that is not JSON at all is not the protocol.
      if (typeof message?.event !== 'string')
        return this.emit('fault', new PusherError('pusher.bad_message', 'not JSON'));
    }
    const { event, channel, data } = message;
    if (event === 'pusher:connection_established') return this.#establish(data);
    if (event === 'pusher:ping') return this.#write({ event: 'pusher:pong', data: {} });
    if (event === 'pusher:pong') return undefined;
    if (event === 'pusher:error') return this.#refuse(data);
    if (event === 'pusher_internal:subscription_succeeded') this.#subscribing.get(channel)?.(null, data);
    if (event === 'pusher:subscription_error') {
      return this.#subscribing.get(channel)?.(
        new PusherError(`pusher.subscribe_${data?.status ?? 'refused'}`, data?.error ?? 'refused'),
      );
    }
    for (const request of this.#requests) if (answers(request, message)) request.settle(null, data);
    this.emit('event', { event, channel, data });
    return undefined;
  }

  /** @param {{socket_id: string, activity_timeout?: number}} data */
  #establish({ socket_id: socketId, activity_timeout: activity = DEFAULT_ACTIVITY_TIMEOUT_S }) {
    this.#socketId = socketId;
    this.#activityTimeoutMs = activity * 1000;
    this.#restartActivityTimer();
    this.emit('established');
  }

  /** @param {{code?: number, message?: string}} data */
  #refuse(data) {
    const error = new PusherError(`pusher.error_${data?.code ?? 'unknown'}`, data?.message ?? 'pusher:error');
    if (!this.connected) return void this.emit('refused', error);
    if (this.#subscribing.size > 0) return void [...this.#subscribing.values()][0](error);
    this.emit('fault', error);
  }

  #restartActivityTimer() {
    clearTimeout(this.#activity);
    const socket = this.#socket;
    this.#activity = setTimeout(() => {
      if (socket?.readyState === WebSocket.OPEN) this.#write({ event: 'pusher:ping', data: {} });
      this.#activity = setTimeout(() => socket?.terminate(), PONG_TIMEOUT_MS);
    }, this.#activityTimeoutMs);
  }

  /** @param {number} code @param {string} reason */
  #lose(code, reason) {
    clearTimeout(this.#activity);
    this.#socketId = null;
    if (this.#closing) return;
    this.#abandon(new PusherError('pusher.disconnected', `the connection broke (${code} ${reason})`));
    this.emit('break', { code, reason, wanted: this.#dropping });
    this.#dropping = false;
    if (this.reconnect) this.#reconnect(code);
  }

  /** Gives up a connection: it must not ping any more. @param {WebSocket | null} socket */
  #drop(socket) {
    clearTimeout(this.#activity);
    this.#socketId = null;
    this.#socket = null;
    socket?.terminate();
  }

  /** @param {Error} error */
  #abandon(error) {
    for (const settle of [...this.#subscribing.values()]) settle(error);
    for (const request of [...this.#requests]) request.settle(error);
  }

  /**
   * Protocol: 4000-4099 must not be tried again unchanged, 4200-4299 at once, everything else after a pause.
   * @param {number} code
   */
  async #reconnect(code) {
    if (code >= 4000 && code < 4100) {
      this.emit('fault', new PusherError(`pusher.refused_${code}`, 'not to be tried again'));
      return;
    }
    const channels = [...this.#channels];
    let pause = code >= 4200 && code < 4300 ? 0 : RECONNECT_FIRST_MS;
    while (!this.#closing) {
      // Half of the pause is drawn, so that those who broke together do not all return together.
      await sleep(pause * (0.5 + Math.random() / 2));
      if (this.#closing) return;
      if (await this.#returnTo(channels)) return void this.emit('return');
      pause = Math.min(RECONNECT_MOST_MS, pause * 2 || RECONNECT_FIRST_MS);
    }
  }

  /** @param {string[]} channels @returns {Promise<boolean>} whether all is as it was before the break */
  async #returnTo(channels) {
    try {
      await this.connect();
      for (const channel of channels) await this.subscribe(channel);
      return true;
    } catch {
      for (const channel of channels) this.#channels.add(channel);
      this.#socket?.removeAllListeners('close');
      this.#drop(this.#socket);
      return false;
    }
  }
}

/** @param {Request} request @param {Message} message */
function answers({ channel, ack, match }, { event, channel: on, data }) {
  if (event !== ack || (on !== undefined && on !== channel)) return false;
  return match.every(([key, value]) => data?.[key] === value);
}

module.exports = { PusherClient };

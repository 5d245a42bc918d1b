import '../lib/pusher.min.js';
import { ChatError } from '../chat/chatError.js';
import { ACK_MS, backOff } from '../chat/pauses.js';

/** @typedef {import('../chat/types.js').User} User */

/** The library is a script, not a module. @type {typeof import('pusher-js').default} */
const Pusher = /** @type {any} */ (window).Pusher;

/** pusher-js tries again a second after a break, and may then wait half a minute for a refused attempt. */
const RETRY_MS = 1500;
const RETRY_MAX_MS = 10_000;
/** Time to join on an open socket, including the authorization over HTTP. */
const JOIN_MS = 10_000;

/**
 * The wire of the Laravel chat: the Pusher protocol. `features` of /config lists the chat's own events that the socket
 * server knows. Without them the page uses the protocol's presence events and sends messages over HTTP.
 * @type {import('../chat/types.js').CreateTransport}
 */
export const createTransport = ({ config, api, events }) => {
  const url = new URL(config.socketUrl);
  const channelName = config.channel ?? 'presence-chat';
  /** @param {'welcome' | 'socketSend' | 'presence' | 'typing'} feature */
  const knows = (feature) => config.features.includes(feature);
  /** @type {import('pusher-js').default | null} */
  let pusher = null;
  let closed = false;
  let joined = false;
  /** Failed attempts since the socket last joined. */
  let failures = 0;
  /** The socket's user. */
  let mine = { id: '', name: '' };
  /** @type {Map<string, (answer: any) => void>} acks awaited, by clientId */
  const awaited = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retryTimer;

  function open() {
    const secure = url.protocol === 'wss:';
    const port = Number(url.port) || (secure ? 443 : 80);
    const current = new Pusher(config.key ?? '', {
      cluster: '',
      wsHost: url.hostname,
      wsPort: port,
      wssPort: port,
      forceTLS: secure,
      // Only WebSocket, with TLS if the URL says so; by default pusher-js would try the other and HTTP fallbacks too.
      enabledTransports: ['ws'],
      enableStats: false,
      channelAuthorization: { endpoint: config.authEndpoint ?? '/broadcasting/auth', transport: 'ajax' },
    });
    pusher = current;
    current.connection.bind('state_change', (/** @type {{ current: string }} */ state) => {
      if (pusher !== current) return;
      if (state.current === 'connected') retryIn(JOIN_MS);
      if (['unavailable', 'failed'].includes(state.current)) lose();
      // The server's close code forbids a reconnect: 4009 ends the session, others mean a wrong configuration.
      if (state.current === 'disconnected') {
        lose();
        clearTimeout(retryTimer);
        events.sessionEnded();
      }
    });
    // The socket broke, but pusher-js stays in the state connected until it reconnects.
    current.connection.bind('connecting_in', () => pusher === current && lose());
    current.connection.bind('error', () => pusher === current && !joined && lose());
    subscribe(current);
    retryIn(JOIN_MS);
  }

  function hangUp() {
    const old = pusher;
    pusher = null;
    old?.disconnect();
    Pusher.instances = Pusher.instances.filter((instance) => instance !== old);
  }

  function reopen() {
    hangUp();
    open();
    lose();
  }

  /** @param {number} ms */
  function retryIn(ms) {
    clearTimeout(retryTimer);
    if (!closed) retryTimer = setTimeout(reopen, ms);
  }

  function lose() {
    joined = false;
    for (const answer of awaited.values()) answer(null);
    awaited.clear();
    if (closed) return;
    events.lost();
    retryIn(backOff(failures++, RETRY_MS, RETRY_MAX_MS));
  }

  /** @param {import('../chat/types.js').Welcome} welcome */
  function join(welcome) {
    clearTimeout(retryTimer);
    joined = true;
    failures = 0;
    mine = welcome.me;
    events.welcome(welcome);
  }

  /** @param {import('pusher-js').default} current */
  function subscribe(current) {
    const channel = current.subscribe(channelName);
    /** @param {string} event @param {(data: any) => void} handle */
    const on = (event, handle) => channel.bind(event, (/** @type {any} */ data) => pusher === current && handle(data));
    if (!knows('welcome')) on('pusher:subscription_succeeded', joinUnwelcomed);
    on('pusher:subscription_error', (error) => {
      if (error?.status === 401) events.sessionEnded();
      // The HTTP side may start after the socket server, or the user has too many windows open.
      else {
        hangUp();
        lose();
      }
    });
    on('welcome', join);
    on('messages', ({ messages }) => events.messages(messages));
    on('changed', events.changed);
    on('presence', events.presence);
    on('typing', events.typing);
    on('ack', (answer) => awaited.get(answer.clientId)?.(answer));
    if (knows('presence')) return;
    on('pusher:member_added', (member) => tellMember(channel, member, 'joined'));
    on('pusher:member_removed', (member) => tellMember(channel, member, 'left'));
  }

  /** @param {any} members of pusher-js: count, me */
  function joinUnwelcomed(members) {
    join({ me: asUser(members.me), online: { count: members.count }, lastId: null, rev: null });
  }

  /** @param {any} channel @param {any} member @param {'joined' | 'left'} way */
  function tellMember(channel, member, way) {
    const some = { count: 1, users: [asUser(member)] };
    const none = { count: 0, users: [] };
    const count = channel.members.count;
    events.presence(way === 'joined' ? { count, joined: some, left: none } : { count, joined: none, left: some });
  }

  /** @param {import('../chat/types.js').NewMessage} message @returns {Promise<import('../chat/types.js').Message>} */
  function sendBySocket(message) {
    const { clientId } = message;
    return new Promise((resolve, reject) => {
      /** @param {any} answer null: none came */
      const settle = (answer) => {
        clearTimeout(timer);
        awaited.delete(clientId);
        if (answer?.ok) resolve(answer.message);
        else reject(answer ? new ChatError(answer.error) : ChatError.noAnswer());
      };
      const timer = setTimeout(settle, ACK_MS, null);
      awaited.set(clientId, settle);
      if (!pusher?.send_event('client-message', message, channelName)) settle(null);
    });
  }

  /** @param {import('../chat/types.js').NewMessage} message @returns {Promise<import('../chat/types.js').Message>} */
  async function sendByPost(message) {
    // A socket keeps its user; a request carries the cookie of the browser's last login.
    const { id, name } = await api.me();
    if (id !== mine.id || name !== mine.name) throw new ChatError({ code: 'not_logged_in', message: 'Log in first.' });
    return api.post(message);
  }

  // The browser notices at once that the network is gone; a socket takes half a minute.
  const onOffline = () => joined && reopen();
  addEventListener('offline', onOffline);

  return {
    connect() {
      if (closed) return;
      if (!pusher) open();
      else if (!joined && pusher.connection.state !== 'connected') reopen();
    },
    close() {
      closed = true;
      clearTimeout(retryTimer);
      removeEventListener('offline', onOffline);
      lose();
      hangUp();
    },
    typing: () => void (joined && knows('typing') && pusher?.send_event('client-typing', {}, channelName)),
    async send(message) {
      if (!joined) throw ChatError.noAnswer();
      return knows('socketSend') ? sendBySocket(message) : sendByPost(message);
    },
  };
};

/** @param {any} member of pusher-js @returns {User} */
const asUser = ({ id, info }) => ({ id, name: info.name });

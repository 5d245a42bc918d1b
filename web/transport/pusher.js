import '../lib/pusher.min.js';
import { ChatError } from '../chat/chatError.js';

/** @typedef {import('../chat/types.js').User} User */

/** The library is a script and no module. @type {typeof import('pusher-js').default} */
const Pusher = /** @type {any} */ (window).Pusher;

/** An acknowledgement that takes longer counts as lost; the contract lets a server think for 5 s. */
const ACK_MS = 8000;
/** pusher-js tries again a second after a break, and may then sit on a refused attempt for half a minute. */
const RETRY_MS = 1500;
const RETRY_MAX_MS = 10_000;
/** Where a user has too many windows open, one of them has to be closed first. */
const CROWDED_MS = 15_000;
/** From open socket to joined, with the session's proof over HTTP between. */
const JOIN_MS = 10_000;

/**
 * The wire of the Laravel chat: the Pusher protocol. /config tells by `features` which of the chat's own events the
 * server of the sockets knows. In place of the others come the protocol's own presence events, and messages are sent
 * over HTTP.
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
  /** Attempts in vain since the last time it was joined. */
  let failures = 0;
  /** Whose socket it is. */
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
      // WebSocket alone, by TLS or not as the URL says; else it would also knock at the other and at HTTP fallbacks.
      enabledTransports: ['ws'],
      enableStats: false,
      channelAuthorization: { endpoint: config.authEndpoint ?? '/broadcasting/auth', transport: 'ajax' },
    });
    pusher = current;
    current.connection.bind('state_change', (/** @type {{ current: string }} */ state) => {
      if (pusher !== current) return;
      if (state.current === 'connected') retryIn(JOIN_MS);
      if (['unavailable', 'failed'].includes(state.current)) lose();
      // The server's code forbids to reconnect: 4009 ends the session, others mean a server misconfigured.
      if (state.current === 'disconnected') {
        lose();
        clearTimeout(retryTimer);
        events.sessionEnded();
      }
    });
    // The socket broke; until pusher-js begins to connect again its state still says connected.
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

  /** @param {ChatError} [refusal] */
  function lose(refusal) {
    joined = false;
    for (const answer of awaited.values()) answer(null);
    awaited.clear();
    if (closed) return;
    events.lost(refusal);
    const ms = refusal ? CROWDED_MS : Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures);
    // Not all pages of a server that comes back at the same moment.
    retryIn(ms * (0.75 + Math.random() / 2));
    failures++;
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
      else if (error?.code === 'too_many_connections') {
        hangUp();
        lose(ChatError.from({ code: error.code, message: error.error }));
      }
      // The HTTP side may come up after the socket does.
      else lose();
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

  /** @param {any} members as pusher-js keeps them: count, me */
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
      /** @param {any} answer null where the socket broke */
      const settle = (answer) => {
        clearTimeout(timer);
        awaited.delete(clientId);
        if (answer?.ok) resolve(answer.message);
        else reject(answer ? ChatError.from(answer.error) : ChatError.unreachable());
      };
      const timer = setTimeout(() => {
        awaited.delete(clientId);
        reject(ChatError.noAnswer());
      }, ACK_MS);
      awaited.set(clientId, settle);
      if (!pusher?.send_event('client-message', message, channelName)) settle(null);
    });
  }

  /** @param {import('../chat/types.js').NewMessage} message @returns {Promise<import('../chat/types.js').Message>} */
  async function sendByPost(message) {
    // A socket stays whose it was; the cookie of a request is that of whoever logged in last in this browser.
    const { id, name } = await api.me();
    if (id !== mine.id || name !== mine.name) throw new ChatError({ code: 'not_logged_in', message: 'Log in first.' });
    return api.post(message);
  }

  // A socket does not notice for half a minute that the network is gone; the browser does.
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
      if (!joined) throw ChatError.unreachable();
      return knows('socketSend') ? sendBySocket(message) : sendByPost(message);
    },
  };
};

/** @param {any} member @returns {User} */
function asUser(member) {
  return { id: String(member?.id ?? ''), name: String(member?.info?.name ?? '') };
}

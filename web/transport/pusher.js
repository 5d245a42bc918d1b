import '../lib/pusher.min.js';
import { ChatError } from '../chat/chatError.js';
import { ACK_MS, backOff } from '../chat/pauses.js';

/** @import { CreateTransport, Message, NewMessage, User, Welcome } from '../chat/types.js' */

/** The library is a script, not a module. @type {typeof import('pusher-js').default} */
const Pusher = /** @type {any} */ (window).Pusher;

/** The next attempt follows after this time; pusher-js alone may wait half a minute. */
const RETRY_MS = 1500;
const RETRY_MAX_MS = 10_000;
/** An attempt has this time to open the socket, and again to join, including the authorization over HTTP. */
const JOIN_MS = 10_000;

/**
 * The wire of the Laravel chat: the Pusher protocol. `features` of /config lists the chat's own events that the socket
 * server knows. Without them the page uses the protocol's presence events, and has no `send`.
 * @type {CreateTransport}
 */
export const createTransport = ({ config, events }) => {
  const url = new URL(config.socketUrl);
  const channelName = config.channel ?? 'presence-chat';
  /** @param {'welcome' | 'socketSend' | 'presence' | 'typing'} feature */
  const knows = (feature) => config.features.includes(feature);
  /** The client of this attempt or joined socket; null: there is none. @type {import('pusher-js').default | null} */
  let pusher = null;
  let joined = false;
  /** Attempts since the socket last joined. */
  let attempts = 0;
  /** @type {Map<string, (answer: any) => void>} handlers of expected acks, by clientId */
  const awaited = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Begins an attempt, which replaces the previous one. @param {number} ms until the next one */
  function open(ms) {
    hangUp();
    const secure = url.protocol === 'wss:';
    const port = Number(url.port) || (secure ? 443 : 80);
    const current = new Pusher(config.key ?? '', {
      cluster: '',
      wsHost: url.hostname,
      wsPort: port,
      wssPort: port,
      forceTLS: secure,
      // Use only WebSocket, with TLS if the URL says so: by default pusher-js would try the other and HTTP too.
      enabledTransports: ['ws'],
      enableStats: false,
      channelAuthorization: { endpoint: config.authEndpoint ?? '/broadcasting/auth', transport: 'ajax' },
    });
    pusher = current;
    /** @param {string} state a state of pusher-js @param {() => void} react */
    const when = (state, react) => current.connection.bind(state, () => pusher === current && react());
    when('connected', () => openIn(JOIN_MS));
    // A joined socket broke, and pusher-js would connect again.
    for (const state of ['connecting_in', 'connecting']) when(state, () => joined && lose());
    // The server's close code forbids a reconnect: 4009 ends the session, others mean a wrong configuration.
    when('disconnected', endSession);
    subscribe(current);
    openIn(ms);
  }

  /** @param {number} ms */
  function openIn(ms) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      events.lost();
      open(pause());
    }, ms);
  }

  const pause = () => backOff(attempts++, RETRY_MS, RETRY_MAX_MS);

  function hangUp() {
    clearTimeout(timer);
    joined = false;
    for (const answer of awaited.values()) answer(null);
    const old = pusher;
    pusher = null;
    Pusher.instances = Pusher.instances.filter((instance) => instance !== old);
    // Disconnect a moment later: pusher-js may be about to plan its own next attempt.
    setTimeout(() => old?.disconnect());
  }

  function lose() {
    hangUp();
    events.lost();
    openIn(pause());
  }

  function endSession() {
    hangUp();
    events.sessionEnded();
  }

  /** @param {Welcome} welcome */
  function join(welcome) {
    clearTimeout(timer);
    joined = true;
    attempts = 0;
    events.welcome(welcome);
  }

  /** @param {import('pusher-js').default} current */
  function subscribe(current) {
    const channel = current.subscribe(channelName);
    /** @param {string} event @param {(data: any) => void} handle */
    const on = (event, handle) => channel.bind(event, (/** @type {any} */ data) => pusher === current && handle(data));
    // Without a 401 the HTTP side starts after the socket server, or the user has too many windows open.
    on('pusher:subscription_error', (error) => (error?.status === 401 ? endSession() : lose()));
    on('welcome', join);
    on('messages', ({ messages }) => events.messages(messages));
    on('changed', events.changed);
    on('presence', events.presence);
    on('typing', events.typing);
    on('ack', (answer) => awaited.get(answer.clientId)?.(answer));
    if (!knows('welcome')) on('pusher:subscription_succeeded', joinUnwelcomed);
    if (knows('presence')) return;
    on('pusher:member_added', (member) => tellMember(channel, member, 'joined'));
    on('pusher:member_removed', (member) => tellMember(channel, member, 'left'));
  }

  /** @param {any} members pusher-js's members: count, me */
  function joinUnwelcomed(members) {
    join({ me: asUser(members.me), online: { count: members.count }, lastId: null, rev: null });
  }

  /** @param {any} channel @param {any} member @param {'joined' | 'left'} way */
  function tellMember(channel, member, way) {
    const none = { count: 0, users: [] };
    const some = { count: 1, users: [asUser(member)] };
    events.presence({ count: channel.members.count, joined: none, left: none, [way]: some });
  }

  /** @param {NewMessage} message @returns {Promise<Message>} */
  function send(message) {
    const { clientId } = message;
    return new Promise((resolve, reject) => {
      /** @param {any} answer null: no answer came */
      const settle = (answer) => {
        clearTimeout(timer);
        awaited.delete(clientId);
        if (answer?.ok) resolve(answer.message);
        else reject(answer ? new ChatError(answer.error) : ChatError.noAnswer());
      };
      const timer = setTimeout(settle, ACK_MS, null);
      awaited.set(clientId, settle);
      if (!joined || !pusher?.send_event('client-message', message, channelName)) settle(null);
    });
  }

  // The browser notices at once that the network is gone; a socket takes half a minute.
  const onOffline = () => joined && lose();
  addEventListener('offline', onOffline);

  return {
    connect() {
      if (!joined && pusher?.connection.state !== 'connected') open(JOIN_MS);
    },
    close() {
      removeEventListener('offline', onOffline);
      hangUp();
    },
    typing: () => void (joined && knows('typing') && pusher?.send_event('client-typing', {}, channelName)),
    send: knows('socketSend') ? send : undefined,
  };
};

/** @param {any} member pusher-js's member @returns {User} */
const asUser = ({ id, info }) => ({ id, name: info.name });

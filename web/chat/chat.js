import { ChatError } from './chatError.js';
import { createHistory } from './history.js';
import { createNotices } from './notices.js';
import { createOutbox } from './outbox.js';
import { People } from './people.js';
import { createPeopleReader } from './peopleReader.js';
import { createTyping } from './typing.js';

/** @import { Api } from './api.js' */
/** @import { Fresh, Limits, Message, NewMessage, Transport, TransportEvents, User } from './types.js' */
/** @import { StoredValue } from './storedValue.js' */
/** @typedef {'connecting' | 'lost' | 'joined'} Connection */

const RETRY_MS = 2000;

/**
 * One logged-in user's chat. It knows neither the page nor the wire.
 *
 * @param {object} parts
 * @param {User} parts.me
 * @param {Api} parts.api
 * @param {(events: TransportEvents) => Transport} parts.openTransport
 * @param {StoredValue} parts.storedOutbox
 * @param {number} parts.maxInMemory number of messages
 * @param {Limits} parts.limits the server's
 * @param {object} parts.on
 * @param {() => void} parts.on.changed  something to show has changed
 * @param {Fresh} parts.on.fresh
 * @param {(connection: Connection) => void} parts.on.connection
 * @param {() => void} parts.on.sessionEnded
 */
export function createChat({ me, api, openTransport, storedOutbox, maxInMemory, limits, on }) {
  const people = new People(me, limits.onlineListed);
  const notices = createNotices();
  /** @type {Connection} */
  let connection = 'connecting';
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sessionTimer;

  const history = createHistory({
    api,
    myId: me.id,
    maxInMemory,
    known(messages) {
      for (const message of messages) if (message.user.id === me.id) outbox.known(message);
    },
    fresh: on.fresh,
    changed() {
      outbox.settle(history.lastId);
      on.changed();
    },
    failed: endWithoutSession,
  });

  const outbox = createOutbox({
    storage: storedOutbox,
    async transmit(message) {
      const stored = await (transport.send ?? post)(message);
      history.receive([stored]);
      return stored;
    },
    changed: on.changed,
    sessionEnded: end,
  });

  const typing = createTyping({
    me,
    seconds: limits.typingSeconds,
    send: () => connection === 'joined' && transport.typing?.(),
    changed: on.changed,
  });

  const peopleReader = createPeopleReader({ people, api, changed: on.changed, failed: endWithoutSession });

  /**
   * Another user may have logged in in this browser; the page must not send this user's messages as theirs. An emptied
   * server assigns the same ids again, so the name is compared too.
   * @param {User} user
   */
  const isMe = ({ id, name }) => id === me.id && name === me.name;

  /** @param {NewMessage} message */
  async function post(message) {
    // A socket keeps its user; a request carries the cookie of the browser's last login.
    if (isMe(await api.me())) return api.post(message);
    throw new ChatError({ code: 'not_logged_in', message: 'Log in first.' });
  }

  const transport = openTransport({
    lost: () => setConnection('lost'),
    welcome({ me: user, online, lastId, rev }) {
      if (!isMe(user)) return end();
      notices.silence();
      people.count = online.count;
      setConnection('joined');
      history.join(lastId, rev);
      outbox.resume();
      peopleReader.joined();
    },
    messages(messages) {
      typing.wrote(messages);
      history.receive(messages);
    },
    changed: history.receiveChanges,
    typing: typing.apply,
    presence(presence) {
      if (history.loaded && history.attached) notices.take(presence, history.lastId);
      peopleReader.presence(presence);
    },
    sessionEnded: verifySession,
  });

  /** @param {Connection} next */
  function setConnection(next) {
    if (connection === next) return;
    connection = next;
    if (next !== 'joined') typing.forget();
    on.connection(next);
  }

  /** @param {unknown} error a call's */
  function endWithoutSession(error) {
    if (/** @type {any} */ (error).code === 'not_logged_in') end();
  }

  /** The server closed the socket: /me decides whether the session has ended. */
  async function verifySession() {
    if (closed) return;
    setConnection('lost');
    clearTimeout(sessionTimer);
    try {
      if (!isMe(await api.me())) end();
      else if (!closed) sessionTimer = setTimeout(transport.connect, RETRY_MS);
    } catch (error) {
      endWithoutSession(error);
      if (!closed) sessionTimer = setTimeout(verifySession, RETRY_MS);
    }
  }

  /** @param {Promise<Message>} asked */
  async function change(asked) {
    try {
      history.change(await asked);
    } catch (error) {
      endWithoutSession(error);
      throw error;
    }
  }

  function end() {
    if (closed) return;
    close();
    on.sessionEnded();
  }

  function close() {
    closed = true;
    outbox.close();
    peopleReader.close();
    clearTimeout(sessionTimer);
    history.close();
    transport.close();
  }

  return {
    me,
    history,
    outbox,
    people,
    notices: notices.lines,
    typing,
    get connection() {
      return connection;
    },
    start() {
      history.join(null);
      transport.connect();
    },
    /** The page is in sight again, or the user is impatient. The socket may be dead, so this asks the store. */
    wake() {
      if (connection !== 'joined') return transport.connect();
      history.check();
    },
    /** @param {string} text @param {number} [replyTo] the id of an earlier message */
    send(text, replyTo) {
      typing.sent();
      outbox.send(text, replyTo);
    },
    /** @param {number} id an own message @param {string} text @returns {Promise<void>} rejects with a ChatError */
    edit: (id, text) => change(api.edit(id, text)),
    /** @param {number} id an own message @returns {Promise<void>} rejects with a ChatError */
    remove: (id) => change(api.remove(id)),
    close,
  };
}

/** @typedef {ReturnType<typeof createChat>} Chat */

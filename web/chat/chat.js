import { createHistory } from './history.js';
import { createNotices } from './notices.js';
import { createOutbox } from './outbox.js';
import { People } from './people.js';
import { createTyping } from './typing.js';

/** @typedef {'connecting' | 'lost' | 'joined'} Connection */

const RETRY_MS = 2000;
/** Pause before the list of people is asked for again after an error. */
const PEOPLE_RETRY_MS = 10_000;

/**
 * One logged-in user's chat. It knows neither the page nor the wire.
 *
 * @param {object} parts
 * @param {import('./types.js').User} parts.me
 * @param {import('./api.js').Api} parts.api
 * @param {(events: import('./types.js').TransportEvents) => import('./types.js').Transport} parts.openTransport
 * @param {{ read: () => any, write: (value: any) => void }} parts.keepOutbox
 * @param {number} parts.maxInMemory messages
 * @param {object} parts.on  callbacks after a change
 * @param {() => void} parts.on.messages  the history or the outbox changed
 * @param {(count: number, first: number, messages: import('./types.js').Message[]) => void} parts.on.fresh
 *   new messages of others: their number, the id of the first, and those that are in memory
 * @param {() => void} parts.on.people
 * @param {(connection: Connection, refusal?: import('./chatError.js').ChatError) => void} parts.on.connection
 * @param {(notice: import('./notices.js').Notice) => void} parts.on.notice
 * @param {() => void} [parts.on.typing]  others began to type, or stopped
 * @param {() => void} parts.on.sessionEnded
 */
export function createChat({ me, api, openTransport, keepOutbox, maxInMemory, on }) {
  const people = new People(me);
  const notices = createNotices({ me, tell: on.notice });
  /** @type {Connection} */
  let connection = 'connecting';
  let closed = false;
  let joinedBefore = false;
  /** Presence events seen. */
  let presences = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let peopleTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sessionTimer;

  const history = createHistory({
    api,
    myId: me.id,
    maxInMemory,
    known(messages) {
      if (outbox.entries.length === 0) return;
      for (const message of messages) if (message.user.id === me.id) outbox.known(message);
    },
    fresh: on.fresh,
    changed() {
      outbox.settle(history.lastId);
      on.messages();
    },
    failed: onFailedRead,
  });

  const outbox = createOutbox({
    keep: keepOutbox,
    async transmit(message) {
      const stored = await transport.send(message);
      if (!closed) history.receive([stored]);
      return stored;
    },
    changed: on.messages,
    sessionEnded: end,
  });

  const typing = createTyping({
    me,
    say: () => connection === 'joined' && transport.typing?.(),
    changed: () => on.typing?.(),
  });

  /**
   * Another user may have logged in in this browser; the page must not send this user's messages as theirs. An emptied
   * server assigns the same ids again, so the name is compared too.
   * @param {import('./types.js').User} user
   */
  const isMe = ({ id, name }) => id === me.id && name === me.name;

  const transport = openTransport({
    lost: (refusal) => !closed && setConnection('lost', refusal),
    welcome({ me: user, online, lastId, rev }) {
      if (closed) return;
      if (!isMe(user)) return end();
      notices.hush();
      people.count = online.count;
      on.people();
      setConnection('joined');
      history.join(lastId, rev);
      outbox.goOn();
      // After a restart of the server a thousand pages reconnect at once: spread the calls that can wait.
      fetchPeople(joinedBefore ? Math.random() * people.count * 5 : 0);
      joinedBefore = true;
    },
    messages(messages) {
      if (closed) return;
      typing.wrote(messages);
      history.receive(messages);
    },
    changed(changes) {
      if (closed) return;
      history.receiveChanges(changes);
    },
    typing(event) {
      if (closed) return;
      typing.apply(event);
    },
    presence(presence) {
      if (closed) return;
      notices.take(presence);
      presences++;
      if (!people.apply(presence)) fetchPeople(spread());
      on.people();
    },
    sessionEnded: verifySession,
  });

  /** @param {Connection} next @param {import('./chatError.js').ChatError} [refusal] */
  function setConnection(next, refusal) {
    if (connection === next && !refusal) return;
    connection = next;
    if (next !== 'joined') typing.forget();
    on.connection(next, refusal);
  }

  /** @param {unknown} error */
  function onFailedRead(error) {
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
      if (/** @type {any} */ (error).code === 'not_logged_in') end();
      else if (!closed) sessionTimer = setTimeout(verifySession, RETRY_MS);
    }
  }

  /**
   * A thousand pages that ask at once would be a flood: the delay and its random spread grow with the number online.
   * @param {number} [least] ms
   * @returns {number} ms
   */
  function spread(least = 1000) {
    return (0.5 + Math.random()) * Math.max(least, people.count * 10);
  }

  /** @param {number} ms */
  function fetchPeople(ms) {
    if (peopleTimer !== undefined && ms > 0) return;
    clearTimeout(peopleTimer);
    peopleTimer = setTimeout(async () => {
      peopleTimer = undefined;
      const before = presences;
      try {
        const crowd = await api.online();
        if (closed) return;
        people.replace(crowd);
        // Presence changed while the answer was under way, so the answer may be out of date.
        if (presences !== before) fetchPeople(spread());
        on.people();
      } catch (error) {
        onFailedRead(error);
        // Keep the list; presence events still update it. (On Laravel another process has the list.)
        if (!closed) fetchPeople(spread(PEOPLE_RETRY_MS));
      }
    }, ms);
  }

  /** @param {Promise<import('./types.js').Message>} asked */
  async function change(asked) {
    try {
      const message = await asked;
      if (!closed) history.change(message);
    } catch (error) {
      onFailedRead(error);
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
    clearTimeout(peopleTimer);
    clearTimeout(sessionTimer);
    history.close();
    typing.close();
    transport.close();
  }

  return {
    me,
    history,
    outbox,
    people,
    get connection() {
      return connection;
    },
    start() {
      history.join(null);
      transport.connect();
    },
    /** The page is in sight again, or the machine woke up: a silent socket may be dead. */
    wake() {
      if (connection !== 'joined') return transport.connect();
      history.check();
    },
    reconnect: () => transport.connect(),
    typing,
    /** The user types. @param {string} text the current draft */
    writing: (text) => typing.writing(text),
    /** @param {string} text @param {number} [replyTo] the id of an earlier message */
    send(text, replyTo) {
      typing.sent();
      outbox.send(text, replyTo);
    },
    /**
     * @param {number} id an own message
     * @param {string} text
     * @returns {Promise<void>} rejects with a ChatError
     */
    edit: (id, text) => change(api.edit(id, text)),
    /** @param {number} id an own message @returns {Promise<void>} rejects with a ChatError */
    remove: (id) => change(api.remove(id)),
    close,
  };
}

/** @typedef {ReturnType<typeof createChat>} Chat */

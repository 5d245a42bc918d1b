/** @import { createChangeMessage } from '../chat/changeMessage.js' */
/** @import { createSendMessage } from '../chat/sendMessage.js' */
/** @import { createFanOut } from '../sockets/fanOut.js' */
/** @import { openStore } from '../store/openStore.js' */
/** @import { RedisBus } from './redisBus.js' */

// News under way from another process fills a hole within this time, or the store is asked.
const HOLE_MS = 50;

/**
 * @typedef {object} Receivers
 * @property {Pick<Awaited<ReturnType<typeof openStore>>, 'messages' | 'changes' | 'sessions'>} store
 * @property {ReturnType<typeof createSendMessage>} sending
 * @property {ReturnType<typeof createChangeMessage>} changing
 * @property {Pick<ReturnType<typeof createFanOut>, 'sessions' | 'closeSession'>} fanOut
 */

/**
 * Handles the news of other processes in the order of ids: missing messages are read from the store.
 * @param {RedisBus} bus
 * @param {Receivers} parts
 */
export function receiveNews(bus, { store: { messages, changes, sessions }, sending, changing, fanOut }) {
  const stored = { id: 0, rev: 0 };
  /** @type {NodeJS.Timeout | null} */
  let looking = null;
  /** Whether news of ended sessions may be lost. */
  let isInDoubt = false;
  let isAsking = false;

  /** @param {{ id?: number, rev?: number }} other newest id and revision that another process knows */
  function expect({ id = 0, rev = 0 }) {
    stored.id = Math.max(stored.id, id);
    stored.rev = Math.max(stored.rev, rev);
    if (messages.lastId < stored.id || changes.rev < stored.rev) looking ??= setTimeout(look, HOLE_MS);
  }

  function look() {
    looking = null;
    if (messages.lastId < stored.id) sending.catchUp();
    if (changes.rev < stored.rev) changing.catchUp();
  }

  function catchUp() {
    sending.catchUp();
    changing.catchUp();
  }

  function miss() {
    catchUp();
    sessions.doubt();
    isInDoubt = true;
  }

  /** Asks one after the other, to spare the store. If the store is away, they are asked for again. */
  async function askSessions() {
    if (!isInDoubt || isAsking) return;
    isInDoubt = false;
    isAsking = true;
    try {
      for (const handle of fanOut.sessions()) if (!(await sessions.ask(handle))) fanOut.closeSession(handle);
    } catch {
      isInDoubt = true;
    }
    isAsking = false;
  }

  bus.on('stored', (news) => {
    sending.receive(news);
    expect({ id: news.at(-1).id });
  });
  bus.on('changed', (news) => {
    changing.receive(news);
    expect({ rev: news.messages.at(-1).rev });
  });
  bus.on('end', expect);
  bus.on('ended', (handle) => {
    sessions.forget(handle);
    fanOut.closeSession(handle);
  });
  bus.on('back', miss);
  bus.on('dead', miss); // its last news may be missing
  bus.on('beat', () => {
    void askSessions();
    if (bus.isUp) bus.publish('end', { id: messages.lastId, rev: changes.rev });
    else catchUp();
  });
}

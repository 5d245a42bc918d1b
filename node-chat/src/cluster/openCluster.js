import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { Link } from './link.js';
import { SharedPresence } from './sharedPresence.js';
import { SharedTyping } from './sharedTyping.js';
import { createTurn } from './turn.js';
import { askHost } from './workers.js';

/** @import { Log } from '../log.js' */
/** @import { Presence } from '../chat/presence.js' */
/** @import { Typing } from '../chat/typing.js' */
/** @import { LimiterOptions } from '../chat/limits.js' */
/** @import { ChangeStore, MessageStore } from '../chat/stores.js' */
/** @import { createSendMessage } from '../chat/sendMessage.js' */
/** @import { createChangeMessage } from '../chat/changeMessage.js' */
/** @import { Sessions } from '../store/sessions.js' */
/** @import { createFanOut } from '../sockets/fanOut.js' */

// News under way from another process fills a hole within this time, or the store is asked.
const HOLE_MS = 50;

/**
 * The parts that differ if several processes serve one chat: they exchange news by Redis.
 * @param {{ redisUrl: string, mongodbUri: string | null, processes: number }} config
 * @param {Log} log
 */
export function openCluster({ redisUrl, mongodbUri, processes }, log) {
  const link = new Link(redisUrl, `node-chat:${databaseOf(mongodbUri)}`, log);
  const peersOf = (/** @type {'stored' | 'changed'} */ name) => ({
    ...createTurn(link, name),
    publish: (/** @type {unknown} */ news) => link.publish(name, news),
  });

  return {
    isUp: () => link.isUp,
    askHost: processes > 1 ? askHost : null,
    /** Peers for the store. */
    peers: { messages: peersOf('stored'), changes: peersOf('changed') },
    /** @param {ConstructorParameters<typeof Presence>} own */
    createPresence: (...own) => new SharedPresence(link, ...own),
    /** @param {ConstructorParameters<typeof Typing>} own */
    createTyping: (...own) => new SharedTyping(link, ...own),
    /**
     * Counts for all processes, or for this one alone while Redis is away.
     * @param {LimiterOptions} options
     */
    createLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${link.prefix}:${options.keyPrefix}`,
        storeClient: link.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    /** A session has ended here. @param {string} handle */
    endSession: (handle) => link.publish('ended', handle),
    hear: (/** @type {Hearing} */ parts) => hear(link, parts),
    close: () => link.close(),
  };
}

/** The database's name, as the driver reads it. @param {string | null} uri */
const databaseOf = (uri) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri ?? '')?.[1] || 'test';

/** @typedef {ReturnType<typeof openCluster>} Cluster */
/**
 * @typedef {object} Hearing
 * @property {MessageStore} messages
 * @property {ChangeStore} changes
 * @property {ReturnType<typeof createSendMessage>} sending
 * @property {ReturnType<typeof createChangeMessage>} changing
 * @property {Pick<Sessions, 'forget' | 'doubt' | 'ask'>} sessions
 * @property {Pick<ReturnType<typeof createFanOut>, 'sessions' | 'closeSession'>} fanOut
 */

/**
 * Handles the news of other processes in the order of ids: missing messages are read from the store.
 * @param {Link} link
 * @param {Hearing} parts
 */
function hear(link, { messages, changes, sending, changing, sessions, fanOut }) {
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

  link.on('stored', (news) => {
    sending.hear(news);
    expect({ id: news.at(-1).id });
  });
  link.on('changed', (news) => {
    changing.hear(news);
    expect({ rev: news.messages.at(-1).rev });
  });
  link.on('end', expect);
  link.on('ended', (handle) => {
    sessions.forget(handle);
    fanOut.closeSession(handle);
  });
  link.on('back', miss);
  link.on('dead', miss); // its last news may be missing
  link.on('beat', () => {
    void askSessions();
    if (link.isUp) link.publish('end', { id: messages.lastId, rev: changes.rev });
    else catchUp();
  });
}

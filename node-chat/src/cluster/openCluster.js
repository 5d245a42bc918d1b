import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { askHostMetrics } from './hostMetrics.js';
import { RedisLink } from './redisLink.js';
import { shareMessages } from './shareMessages.js';
import { SharedPresence } from './sharedPresence.js';
import { SharedTyping } from './sharedTyping.js';
import { shareSessions } from './shareSessions.js';
import { createTurn } from './turn.js';

/** @import { Log } from '../log.js' */
/** @import { createChangeMessage } from '../chat/changeMessage.js' */
/** @import { createSendMessage } from '../chat/sendMessage.js' */
/** @import { createFanOut } from '../sockets/fanOut.js' */
/** @import { Store } from '../chat/stores.js' */
/** @import { Presence } from '../chat/presence.js' */
/** @import { Typing } from '../chat/typing.js' */
/** @import { LimiterOptions } from '../chat/limits.js' */

/**
 * @typedef {object} Shared the parts that follow those of other processes
 * @property {Store} store
 * @property {ReturnType<typeof createSendMessage>} sendMessage
 * @property {ReturnType<typeof createChangeMessage>} changeMessage
 * @property {ReturnType<typeof createFanOut>} fanOut
 */

/**
 * The parts that differ if several processes serve one chat: they exchange news by Redis.
 * @param {{ redisUrl: string, mongodbUri: string | null, processes: number }} config
 * @param {Log} log
 */
export function openCluster({ redisUrl, mongodbUri, processes }, log) {
  const link = new RedisLink(redisUrl, `node-chat:${databaseOf(mongodbUri)}`, log);
  const peersOf = (/** @type {'stored' | 'changed'} */ name) => ({
    ...createTurn(link, name),
    publish: (/** @type {unknown} */ news) => link.publish(name, news),
  });

  return {
    health: () => ({ redis: link.isUp ? 'ok' : 'away' }),
    metricsOfHost: processes > 1 ? askHostMetrics : undefined,
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
    /** @param {Shared} parts */
    start({ store, sendMessage, changeMessage, fanOut }) {
      shareMessages(link, store, sendMessage, changeMessage);
      shareSessions(link, store.sessions, fanOut);
    },
    close: () => link.close(),
  };
}

/** The database's name, as the driver reads it. @param {string | null} uri */
const databaseOf = (uri) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri ?? '')?.[1] || 'test';

/** @typedef {ReturnType<typeof openCluster>} Cluster */

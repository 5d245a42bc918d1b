import { EventEmitter } from 'node:events';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { askHostMetrics } from './hostMetrics.js';
import { RedisLink } from './redisLink.js';
import { shareMessages } from './shareMessages.js';
import { SharedPresence } from './sharedPresence.js';
import { SharedTyping } from './sharedTyping.js';
import { shareSessions } from './shareSessions.js';
import { createTurn } from './turn.js';

/** @import { Log } from '../log.js' */
/** @import { Cluster } from './cluster.js' */

/**
 * Several processes serve one chat: they exchange news by Redis.
 * @param {{ redisUrl: string, mongodbUri: string | null, processes: number }} config
 * @param {Log} log
 * @returns {Cluster}
 */
export function openCluster({ redisUrl, mongodbUri, processes }, log) {
  const link = new RedisLink(redisUrl, `node-chat:${databaseOf(mongodbUri)}`, log);
  /**
   * What the presence learns of other processes. `dead`: one is silent, and its last news may be missing. `gone`: a
   * socket of a user has closed there, with the user.
   */
  const others = new EventEmitter();
  const peersOf = (/** @type {'stored' | 'changed'} */ name) => ({
    ...createTurn(link, name),
    publish: (/** @type {unknown} */ news) => link.publish(name, news),
  });

  return {
    health: () => ({ redis: link.isUp ? 'ok' : 'away' }),
    metricsOfHost: processes > 1 ? askHostMetrics : undefined,
    peers: { messages: peersOf('stored'), changes: peersOf('changed') },
    createPresence: (...own) => new SharedPresence(link, others, ...own),
    createTyping: (...own) => new SharedTyping(link, others, ...own),
    // While Redis is away it counts for this process alone.
    createLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${link.prefix}:${options.keyPrefix}`,
        storeClient: link.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    endSession: (handle) => link.publish('ended', handle),
    start({ store, sendMessage, changeMessage, fanOut }) {
      shareMessages(link, others, store, sendMessage, changeMessage);
      shareSessions(link, others, store.sessions, fanOut);
    },
    close: () => link.close(),
  };
}

/** The database's name, as the driver reads it. @param {string | null} uri */
const databaseOf = (uri) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri ?? '')?.[1] || 'test';

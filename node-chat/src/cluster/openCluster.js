import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { receiveNews } from './receiveNews.js';
import { askHostMetrics } from './hostMetrics.js';
import { RedisBus } from './redisBus.js';
import { SharedPresence } from './sharedPresence.js';
import { SharedTyping } from './sharedTyping.js';
import { createTurn } from './turn.js';

/** @import { Log } from '../log.js' */
/** @import { Receivers } from './receiveNews.js' */
/** @import { Presence } from '../chat/presence.js' */
/** @import { Typing } from '../chat/typing.js' */
/** @import { LimiterOptions } from '../chat/limits.js' */

/**
 * The parts that differ if several processes serve one chat: they exchange news by Redis.
 * @param {{ redisUrl: string, mongodbUri: string | null, processes: number }} config
 * @param {Log} log
 */
export function openCluster({ redisUrl, mongodbUri, processes }, log) {
  const bus = new RedisBus(redisUrl, `node-chat:${databaseOf(mongodbUri)}`, log);
  const peersOf = (/** @type {'stored' | 'changed'} */ name) => ({
    ...createTurn(bus, name),
    publish: (/** @type {unknown} */ news) => bus.publish(name, news),
  });

  return {
    health: () => ({ redis: bus.isUp ? 'ok' : 'away' }),
    metricsOfHost: processes > 1 ? askHostMetrics : undefined,
    /** Peers for the store. */
    peers: { messages: peersOf('stored'), changes: peersOf('changed') },
    /** @param {ConstructorParameters<typeof Presence>} own */
    createPresence: (...own) => new SharedPresence(bus, ...own),
    /** @param {ConstructorParameters<typeof Typing>} own */
    createTyping: (...own) => new SharedTyping(bus, ...own),
    /**
     * Counts for all processes, or for this one alone while Redis is away.
     * @param {LimiterOptions} options
     */
    createLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${bus.prefix}:${options.keyPrefix}`,
        storeClient: bus.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    /** A session has ended here. @param {string} handle */
    endSession: (handle) => bus.publish('ended', handle),
    start: (/** @type {Receivers} */ parts) => receiveNews(bus, parts),
    close: () => bus.close(),
  };
}

/** The database's name, as the driver reads it. @param {string | null} uri */
const databaseOf = (uri) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri ?? '')?.[1] || 'test';

/** @typedef {ReturnType<typeof openCluster>} Cluster */

import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { followOthers } from './followOthers.js';
import { RedisLink } from './redisLink.js';
import { createTurn } from './turn.js';

/** @import { Log } from '../log.js' */
/** @import { Peers } from '../store/database.js' */
/** @import { Cluster } from './cluster.js' */

/**
 * Several processes serve one chat: they exchange news by Redis.
 * @param {string} redisUrl
 * @param {string | null} mongodbUri
 * @param {Log} log
 * @returns {Cluster}
 */
export function openCluster(redisUrl, mongodbUri, log) {
  const link = new RedisLink(redisUrl, `node-chat:${databaseOf(mongodbUri)}`, log);
  /** @param {'stored' | 'changed'} name @returns {Peers} */
  const createPeers = (name) => ({
    isAlone: false,
    turn: createTurn(link, name),
    publish: (news) => link.publish(name, news),
  });

  return {
    publish: link.publish,
    peers: { messages: createPeers('stored'), changes: createPeers('changed') },
    // While Redis is away each process counts for itself.
    createLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${link.prefix}:${options.keyPrefix}`,
        storeClient: link.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    health: () => ({ redis: link.isUp ? 'ok' : 'away' }),
    start: (services) => followOthers(link, services),
    close: () => link.close(),
  };
}

/** The database's name, as the driver reads it. @param {string | null} uri */
const databaseOf = (uri) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri ?? '')?.[1] || 'test';

import { join } from 'node:path';

/** @typedef {import('./instance.js').Instance} Instance */

/** Its owner's alone. @param {Instance} it */
export const redisSocket = (it) => join(it.dir, 'run/redis.sock');

/** @param {Instance} it */
export const startsRedis = ({ options: { processes = 1, redis } }) => processes > 1 && !redis;

/** Its address, or '' where each chat is one process. @param {Instance} it */
export const redisUrl = (it) => it.options.redis ?? (startsRedis(it) ? `unix://${redisSocket(it)}` : '');

import { fileURLToPath } from 'node:url';
import { contract } from './contract.js';

/**
 * The settings, as README.md explains them.
 * @typedef {ReturnType<typeof readConfig>} Config
 * @typedef {NonNullable<Config['lab']>} LabSettings
 */

/** @param {Record<string, string | undefined>} env */
const hostOf = ({ CHAT_HOST }) => (!CHAT_HOST || CHAT_HOST === 'localhost' ? '127.0.0.1' : CHAT_HOST);

/**
 * Reads the settings: the only place of this program that looks at the environment.
 * @param {Record<string, string | undefined>} env
 * @throws {Error} naming the variable, its value and what it may be
 */
export function readConfig(env = process.env) {
  return {
    host: hostOf(env),
    port: integer(env, 'CHAT_PORT', 3000, 0, 65535),
    healthSocket: env.CHAT_HEALTH_SOCKET || null,
    data: env.CHAT_DATA || fileURLToPath(new URL('../var', import.meta.url)),
    origins: (env.CHAT_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    rateLimits: env.CHAT_LIMITS !== 'off',
    bcryptCost: integer(env, 'CHAT_BCRYPT_COST', 10, 4, 15),
    joinCode: env.CHAT_JOIN_CODE || null,
    trustProxy: env.CHAT_TRUST_PROXY === '1',
    mongodbUri: env.MONGODB_URI || null,
    redisUrl: redisUrl(env),
    // Each request of long-polling may reach another process.
    transports: env.REDIS_URL ? ['websocket'] : ['websocket', 'polling'],
    build: env.CHAT_BUILD || null,
    messageWindow: messageWindow(env),
    lab: lab(env),
    logLevel: env.CHAT_LOG || 'info',
  };
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} name
 * @param {number} fallback
 * @param {number} min
 * @param {number} max
 */
function integer(env, name, fallback, min, max) {
  const value = env[name];
  if (!value) return fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name}=${value}: set a whole number from ${min} to ${max}`);
}

/** @param {Record<string, string | undefined>} env */
function redisUrl(env) {
  if (!env.REDIS_URL || env.MONGODB_URI) return env.REDIS_URL || null;
  throw new Error('REDIS_URL is for several processes, and SQLite serves one: set MONGODB_URI as well, or unset it');
}

/** @param {Record<string, string | undefined>} env */
function messageWindow(env) {
  if (env.CHAT_WINDOW !== 'off') return true;
  if (env.CHAT_LAB === '1') return false;
  throw new Error('CHAT_WINDOW=off makes the chat slow for comparison: set CHAT_LAB=1 as well, or unset it');
}

/** @param {Record<string, string | undefined>} env */
function lab(env) {
  if (env.CHAT_LAB !== '1') return null;
  if (env.CHAT_TRUST_PROXY === '1')
    throw new Error('CHAT_LAB=1 with CHAT_TRUST_PROXY=1: through a proxy any client could stop this server. Unset one');
  return {
    workers: integer(env, 'CHAT_LAB_WORKERS', 4, 1, contract.lab.workersMax),
    callUrl: env.CHAT_LAB_CALL_URL || null,
    mongodbUri: env.MONGODB_URI || null,
  };
}

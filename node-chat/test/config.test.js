import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.js';

test('an empty environment is a working configuration', () => {
  const config = readConfig({});
  assert.deepEqual([config.host, config.port, config.rateLimits, config.bcryptCost], ['127.0.0.1', 3000, true, 10]);
  assert.equal(config.mongodbUri, null);
});

test('the slow way of broadcasting is refused outside the lab', () => {
  assert.equal(readConfig({}).messageWindow, true);
  assert.throws(() => readConfig({ CHAT_WINDOW: 'off' }), /CHAT_LAB=1/);
  assert.equal(readConfig({ CHAT_WINDOW: 'off', CHAT_LAB: '1' }).messageWindow, false);
});

test('an invalid value is named', () => {
  assert.throws(() => readConfig({ CHAT_PORT: 'http' }), /CHAT_PORT=http/);
  assert.throws(() => readConfig({ CHAT_BCRYPT_COST: '3' }), /from 4 to 15/);
});

test('lab calls have their own settings, and are refused behind a proxy, which hides the client’s address', () => {
  assert.equal(readConfig({}).lab, null);
  assert.deepEqual(readConfig({ CHAT_LAB: '1' }).lab, { workers: 4, callUrl: null, mongodbUri: null });
  assert.throws(() => readConfig({ CHAT_LAB: '1', CHAT_TRUST_PROXY: '1' }), /CHAT_LAB=1 with CHAT_TRUST_PROXY=1/);
  assert.throws(() => readConfig({ CHAT_LAB: '1', CHAT_LAB_WORKERS: '65' }), /CHAT_LAB_WORKERS=65/);
});

test('several processes need MongoDB and Redis, and say so', () => {
  assert.throws(() => readConfig({ REDIS_URL: 'redis://a' }), /SQLite serves one: set MONGODB_URI/);
  const { redisUrl, transports } = readConfig({ REDIS_URL: 'redis://a', MONGODB_URI: 'mongodb://a/b' });
  assert.deepEqual([redisUrl, transports], ['redis://a', ['websocket']]);
  assert.deepEqual(readConfig({}).transports, ['websocket', 'polling']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.js';

test('an empty environment is a working configuration', () => {
  const config = readConfig({});
  assert.deepEqual([config.host, config.port, config.rateLimits, config.bcryptCost], ['127.0.0.1', 3000, true, 10]);
  assert.equal(config.mongodbUri, null);
});

test('the slow way of broadcasting is refused outside the lab', () => {
  assert.equal(readConfig({}).gathers, true);
  assert.throws(() => readConfig({ CHAT_WINDOW: 'off' }), /CHAT_LAB=1/);
  assert.equal(readConfig({ CHAT_WINDOW: 'off', CHAT_LAB: '1' }).gathers, false);
});

test('a value that means nothing is named', () => {
  assert.throws(() => readConfig({ CHAT_PORT: 'http' }), /CHAT_PORT=http/);
  assert.throws(() => readConfig({ CHAT_BCRYPT_COST: '3' }), /from 4 to 15/);
  assert.throws(() => readConfig({ SESSION_SECRET: 'short' }), /32/);
});

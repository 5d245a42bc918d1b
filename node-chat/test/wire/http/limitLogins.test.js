import Fastify from 'fastify';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createErrorHandler } from '../../../src/wire/http/errors.js';
import { limitLogins, LOGINS_PER_ADDRESS } from '../../../src/wire/http/limitLogins.js';

test('an address that logs in too often is told when to come back, in the words of the contract', async () => {
  const counted = [];
  const app = Fastify();
  app.setErrorHandler(createErrorHandler({ fault: () => {} }, { countError: (code) => counted.push(code) }));
  await limitLogins(app);
  app.post('/login', { config: { rateLimit: { ...LOGINS_PER_ADDRESS, max: 2 } } }, async () => 'in');
  app.post('/free', async () => 'in');
  const post = (url, remoteAddress) => app.inject({ method: 'POST', url, remoteAddress });

  for (let i = 0; i < 2; i++) assert.equal((await post('/login', '10.0.0.1')).statusCode, 200);
  const refused = await post('/login', '10.0.0.1');
  assert.deepEqual([refused.statusCode, refused.json().error.code], [429, 'too_many_attempts']);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.deepEqual(counted, ['too_many_attempts']);
  assert.equal((await post('/login', '10.0.0.2')).statusCode, 200);
  assert.equal((await post('/free', '10.0.0.1')).statusCode, 200);
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CookieJar } from 'tough-cookie';
import { logIn } from '../../chat/steps.js';

/** A server that sends the first who log in away, as one does at which too many log in. */
async function busyServer(t, sentAway) {
  const logins = [];
  const server = http.createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const refused = logins.push(body.login) <= sentAway;
    if (refused) {
      response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' });
      return response.end('{"error":{"code":"too_many_logins"}}');
    }
    response.writeHead(201, {
      'set-cookie': `laravel_chat=of-${logins.length}; HttpOnly`,
      'content-type': 'application/json',
    });
    response.end('{"user":{}}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${server.address().port}`, logins };
}

/** Takes the step as an engine does. */
const take = (context) =>
  new Promise((resolve, reject) => logIn(context, null, (error) => (error ? reject(error) : resolve())));

test('a user waits for a turn to log in, whichever the engine, and the onlookers are one login', async (t) => {
  const { url, logins } = await busyServer(t, 3);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steps-'));
  // Its worker writes how far it is until the process ends.
  process.once('exit', () => fs.rmSync(folder, { recursive: true }));
  const context = (place, login) => ({
    vars: { plan: { run: 'r1', folder, targets: { laravel: { url } } }, place, login, password: 'p' },
    scenario: { name: 'laravel' },
    http: { jar: new CookieJar() },
  });

  const ann = context(0, 'load 1');
  await take(ann);
  assert.deepEqual(logins, Array(4).fill('load 1'));
  assert.equal(ann.vars.cookie, 'laravel_chat=of-4');
  assert.equal(ann.http.jar.getCookieStringSync(`${url}/broadcasting/auth`), 'laravel_chat=of-4');

  await Promise.all(Array.from({ length: 5 }, () => take(context(null, 'load onlooker'))));
  assert.deepEqual(logins.slice(4), ['load onlooker']);
});

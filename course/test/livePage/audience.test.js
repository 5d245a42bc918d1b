import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { Audience } from '../../livePage/server/audience.js';

/** @param {import('node:test').TestContext} t @param {(request: http.IncomingMessage, response: http.ServerResponse) => void} listener */
async function serve(t, listener) {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
}

test('who comes first and who leaves last are told of, and nobody between', async (t) => {
  const audience = new Audience();
  t.after(() => audience.close());
  /** @type {string[]} */
  const told = [];
  for (const event of ['somebody', 'nobody']) audience.on(event, () => told.push(event));
  const url = await serve(t, (_request, response) => audience.add(response, [['run', {}]]));
  const open = async () => {
    const page = http.get(url);
    page.on('error', () => {});
    await once(page, 'response');
    return page;
  };
  const pages = [await open(), await open()];
  for (const page of pages) page.destroy();
  await once(audience, 'nobody');
  assert.deepEqual(told, ['somebody', 'nobody']);
});

test('a page that was closed before it was let in is not waited for', async (t) => {
  const audience = new Audience();
  t.after(() => audience.close());
  let comers = 0;
  audience.on('somebody', () => comers++);
  /** @type {http.ClientRequest} */
  let page;
  /** @type {Promise<void>} */
  const added = new Promise((resolve) => {
    serve(t, (_request, response) => {
      response.once('close', () => {
        audience.add(response, []);
        resolve();
      });
      page.destroy();
    }).then((url) => {
      page = http.get(url);
      page.on('error', () => {});
    });
  });
  await added;
  assert.equal(comers, 0);
});

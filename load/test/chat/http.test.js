import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { readAfter } from '../../chat/http.js';

test('pages that are read too fast are waited for, and none is left out', async (t) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    if (asked === 2) {
      response.writeHead(429, { 'retry-after': '1' });
      return void response.end('{"error":{"code":"too_many_pages"}}');
    }
    const after = Number(new URL(request.url, 'http://x').searchParams.get('after'));
    response.end(JSON.stringify({ messages: [{ id: after + 1, clientId: 'c', text: 't' }], more: after < 2 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const read = await readAfter(`http://127.0.0.1:${server.address().port}`, 'cookie', 0);
  assert.deepEqual(
    read.map(({ id }) => id),
    [1, 2, 3],
  );
  assert.equal(asked, 4);
});

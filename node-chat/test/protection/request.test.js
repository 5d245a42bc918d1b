import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { addressKeys } from '../../src/protection/clientAddress.js';
import { guardRequests } from '../../src/protection/request.js';
import { UpgradableRequest } from '../../src/wire/http/upgradable.js';
import { until } from '../startChat.js';

async function start(t, answer) {
  const state = { underWay: 0, most: 0, begun: 0, parsed: 0 };
  const server = createServer({ IncomingMessage: UpgradableRequest }, (request, response) => {
    state.begun++;
    state.most = Math.max(state.most, ++state.underWay);
    response.prependListener('close', () => state.underWay--);
    setImmediate(() => answer(request, response));
  });
  guardRequests(server, addressKeys(false));
  server.prependListener('request', () => state.parsed++);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect(server.address().port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  return { state, socket };
}

const get = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('pipelined requests are served one after the other and answered in order', async (t) => {
  const { state, socket } = await start(t, (request, response) => response.end(`<${request.url}>`));
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  const paths = Array.from({ length: 30 }, (_, i) => `/${i}`);
  socket.write(paths.map(get).join(''));
  await until(() => text.includes('</29>'));
  assert.deepEqual(
    [...text.matchAll(/<(.*?)>/g)].map(([, path]) => path),
    paths,
  );
  assert.equal(state.most, 1);
  socket.write(get('/later'));
  await until(() => text.includes('</later>'));
});

test('while an answer is not read, the next is not made', async (t) => {
  const { state, socket } = await start(t, (_, response) => response.end(Buffer.alloc(16 * 1024 * 1024)));
  socket.pause();
  socket.write(get('/').repeat(20));
  await until(() => state.begun === 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(state.begun, 1);
  socket.resume();
  await until(() => state.begun > 2);
});

test('a connection with more requests waiting than anybody pipelines is closed, and the rest of them not looked at', async (t) => {
  const { state, socket } = await start(t, (_, response) => response.end('x'));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume().write(get('/').repeat(1000));
  await closed;
  assert.ok(state.begun <= 2, `${state.begun} were served`);
  assert.ok(state.parsed < 50, `${state.parsed} of 1000 were parsed`);
});

test('who has gone when their turn comes is not served, and those of one address wait for each other', async () => {
  const served = [];
  const server = new EventEmitter().on('request', ({ url }) => {
    served.push(url);
    const over = performance.now() + 11; // so that the others wait for the next turn
    while (performance.now() < over);
  });
  guardRequests(server, addressKeys(false));
  const ask = (url, remoteAddress) => {
    const socket = { destroyed: false, remoteAddress };
    server.emit('request', { url, socket }, new EventEmitter());
    return socket;
  };
  ask('/1', '2001:db8::1');
  const gone = ask('/2', '2001:db8::2');
  ask('/3', '2001:db8::3');
  ask('/4', '2001:db8::4');
  ask('/other', '192.0.2.7');
  gone.destroyed = true;
  await until(() => served.length === 4);
  assert.deepEqual(served, ['/1', '/other', '/3', '/4']);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshId } from './client.js';
import { PATIENCE_MS } from './received.js';
import { config, person, url, without } from './server.js';

const node = (...args) => [process.execPath, ...args];
/** The system's Python, for which Debian's packages are. */
const python = (file) => ['/usr/bin/python3', file];
/** The programs of clients/. */
const byWire = {
  'socket.io': [
    node('socket.io/socket.io-client.js'),
    node('socket.io/socket.io-client.js', 'socket.io-client-3'),
    node('socket.io/ws.js'),
    python('socket.io/python-socketio.py'),
    ['bash', 'socket.io/curl.sh'],
  ],
  pusher: [
    node('pusher/pusher-js.js'),
    node('pusher/pusher-js.js', 'pusher-js-7'),
    node('pusher/laravel-echo.js'),
    python('pusher/python-websockets.py'),
  ],
};

const skip = without('socketSend');
for (const [program, file, ...more] of [['bash', 'http/curl.sh'], ...byWire[config.wire]])
  test(`${[file, ...more].join(' ')} logs in, sends a text and receives it`, { skip }, async () => {
    const text = `sent by ${file} ${freshId()}`;
    const reader = await person();
    const { received } = await reader.join();
    const child = spawn(program, [file, url, text, ...more], {
      cwd: fileURLToPath(new URL('clients', import.meta.url)),
      timeout: PATIENCE_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const status = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
    assert.equal(status, 0, output);
    assert.ok(output.includes(text), output);
    await received.next('messages', ({ messages }) => messages.some((one) => one.text === text));
  });

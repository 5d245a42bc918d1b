import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshId } from './harness/client.js';
import { PATIENCE_MS } from './harness/received.js';
import { config, person, url, without } from './harness/underTest.js';

const node = (file) => [process.execPath, file];
/** Debian's packages belong to the system's Python. */
const python = (file) => ['/usr/bin/python3', file];
/** The programs in libraries/ by wire. */
const byWire = {
  'socket.io': [node('socket.io/socket.io-client.js'), python('socket.io/python-socketio.py')],
  pusher: [node('pusher/pusher-js.js'), node('pusher/laravel-echo.js'), python('pusher/python-websockets.py')],
};

const skip = without('socketSend');
for (const [program, file] of byWire[config.wire])
  test(`${file} logs in, sends a text and receives it`, { skip }, async () => {
    const text = `sent by ${file} ${freshId()}`;
    const reader = await person();
    const { received } = await reader.join();
    const child = spawn(program, [file, url, text], {
      cwd: fileURLToPath(new URL('libraries', import.meta.url)),
      timeout: PATIENCE_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const status = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
    assert.equal(status, 0, output);
    assert.ok(output.includes(text), output);
    await received.next('messages', ({ messages }) => messages.some((one) => one.text === text));
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBaseline } from '../../benches/baselines.js';

test('a baseline server that dies before it listens fails the bench, and is named', { timeout: 60_000 }, async () => {
  await assert.rejects(startBaseline(/** @type {any} */ ('noSuchServer')), /noSuchServer ended before it listened/);
});

test('a baseline server answers at the address that it is said to have', async (t) => {
  const server = await startBaseline('bareHttp');
  t.after(server.stop);
  assert.equal((await fetch(server.url)).status, 200);
});

test('of many baseline servers none has a listener of its own of the end of this process', async (t) => {
  const before = process.listenerCount('exit');
  const server = await startBaseline('bareHttp');
  t.after(server.stop);
  assert.equal(process.listenerCount('exit'), before);
});

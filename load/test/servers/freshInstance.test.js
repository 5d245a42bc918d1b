import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { freeOffset, freeOffsets } from '../../servers/freshInstance.js';

test('a fresh instance takes ports that nobody has, or says what to give', async (t) => {
  const first = await freeOffset();
  const taken = net.createServer().listen(3000 + first, '127.0.0.1');
  t.after(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  assert.ok((await freeOffset()) > first);
  await assert.rejects(freeOffset(1000), /give --offset K/);
});

test('instances that are to be up together take ports of their own', async () => {
  const offsets = await freeOffsets(3);
  assert.equal(new Set(offsets).size, 3, offsets.join(', '));
});

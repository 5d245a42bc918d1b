import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { failuresOf, rowOf } from '../../floods/floodRow.js';
import { runFlood } from '../../floods/runFlood.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

/** @param {import('node:test').TestContext} t @param {net.Server} server @returns {Promise<string>} its address */
async function listening(t, server) {
  t.after(() => server.close());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (server.address()).port}/empty`;
}

test('a flood becomes a record as the schema says, and a row that names its own command', async (t) => {
  const url = await listening(
    t,
    http.createServer((_request, response) => response.end()),
  );
  const record = await runFlood({ url, users: 2, seconds: 1 });
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  assert.ok(
    record.verdicts.every(({ passed }) => passed),
    JSON.stringify(record.counts),
  );
  assert.equal(record.latencies.request.count >= record.counts.requests, true);
  const row = rowOf(record);
  assert.equal(row.command, `load/flood --url ${url} --users 2 --seconds 1`);
  assert.ok(row.requests > 10 && row.ram_mb > 1, JSON.stringify(row));
});

test('a server that accepts and closes has answered nothing', async (t) => {
  const url = await listening(
    t,
    net.createServer((socket) => socket.end()),
  );
  const record = await runFlood({ url, users: 2, seconds: 1 });
  assert.equal(record.counts.requests, 0);
  assert.ok(failuresOf(rowOf(record)) > 0);
  assert.equal(record.verdicts[0].passed, false);
});

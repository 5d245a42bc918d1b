import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { call, contract, eventually, person, without } from '../harness/underTest.js';

/** Reads the metrics: values by `name` or `name{labels}`. */
async function figures() {
  const lines = (await call('GET', '/metrics')).text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

suite('/metrics', { skip: without('metrics') }, () => {
  test('/metrics is Prometheus text with every metric of contract.json, of its type', async () => {
    const { text, headers } = await call('GET', '/metrics');
    assert.match(String(headers.get('content-type')), /^text\/plain\b.*version=0\.0\.4/);
    const types = Object.fromEntries(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
    );
    for (const [name, { type }] of Object.entries(contract.metrics)) assert.equal(types[name], type, name);
  });

  test('metrics count stored, delivered and refused messages, and sockets', async () => {
    const ann = await person();
    const before = await figures();
    const connections = await Promise.all([ann.join(), ann.join()]);
    const { message } = (await ann.say('counted')).json;
    for (const { received } of connections) await received.message(message.clientId);
    await ann.say('');
    await eventually(async () => {
      const now = await figures();
      const grown = (name) => (now[name] ?? 0) - (before[name] ?? 0);
      assert.ok(grown('chat_messages_stored_total') >= 1);
      assert.ok(grown('chat_deliveries_total') >= 2);
      assert.ok(grown('chat_errors_total{code="empty_text"}') >= 1);
      assert.ok(now.chat_connections >= 2 && now.chat_users_online >= 1);
    });
  });
});

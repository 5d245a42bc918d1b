import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { metrics } from '../suite/contract.js';
import { freshClientId } from '../suite/person.js';
import { pause } from '../suite/expect.js';

const STORED = 'chat_messages_stored_total';

export const checks = [
  check('/metrics is Prometheus text that ends with a newline', async (t) => {
    const answer = await t.call('/metrics');
    assert.match(String(answer.headers['content-type']), /^text\/plain\b.*version=0\.0\.4/);
    assert.match(answer.text, /\n$/);
    for (const line of answer.text.split('\n').filter((each) => each)) {
      assert.match(line, /^(# (HELP|TYPE) \S+ .*|[a-zA-Z_:][\w:]*(\{.*\})? \S+)$/, line);
    }
  }),

  check('/metrics has every metric of contract.json with its type', async (t) => {
    const { text } = await t.call('/metrics');
    const types = Object.fromEntries(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
    );
    for (const [name, { type }] of Object.entries(metrics)) assert.equal(types[name], type, name);
  }),

  check('histograms in /metrics have the buckets of contract.json, cumulative, +Inf their count', async (t) => {
    const { person } = await t.joined();
    await person.store();
    const figures = await t.figures();
    for (const [name, { type, buckets }] of Object.entries(metrics)) {
      if (type !== 'histogram') continue;
      const counts = buckets.map((/** @type {number} */ bound) => {
        const at = Object.keys(figures).find(
          (key) => key.startsWith(`${name}_bucket{`) && Number(/le="([^"]+)"/.exec(key)?.[1]) === bound,
        );
        assert.ok(at, `${name} has no bucket ${bound}`);
        return figures[at];
      });
      const all = [...counts, figures[`${name}_bucket{le="+Inf"}`]];
      assert.deepEqual(
        all,
        [...all].sort((a, b) => a - b),
        `${name} is not cumulative`,
      );
      assert.equal(all.at(-1), figures[`${name}_count`], name);
      assert.ok(figures[`${name}_sum`] >= 0, name);
    }
  }),

  check(
    'messages stored grows by what was sent, by POST and by socket',
    async (t) => {
      const { person, connection } = await t.joined();
      const before = await t.figures();
      for (let i = 0; i < 3; i++) await person.store();
      for (let i = 0; i < 4; i++) await connection.send({ text: 'counted', clientId: freshClientId() });
      await t.grownBy(before, STORED, 7);
    },
    { company: 'alone' },
  ),

  check(
    'a repeated clientId is not counted as stored again',
    async (t) => {
      const { person, connection } = await t.joined();
      const clientId = freshClientId();
      const before = await t.figures();
      await person.say('once', clientId);
      await person.say('once', clientId);
      await connection.send({ text: 'once', clientId });
      await pause(200);
      await t.grownBy(before, STORED, 1);
    },
    { company: 'alone' },
  ),

  check(
    'deliveries grow by messages times receivers',
    async (t) => {
      const person = await t.person();
      const receivers = await Promise.all([1, 2, 3].map(() => t.join(person)));
      const before = await t.figures();
      const { clientId } = await person.store();
      await Promise.all(receivers.map(({ inbox }) => inbox.message(clientId)));
      await t.grownBy(before, 'chat_deliveries_total', 3);
    },
    { company: 'alone' },
  ),

  check(
    'connections and users online in /metrics follow the sockets',
    async (t) => {
      await pause(3500);
      const person = await t.person();
      const before = await t.figures();
      const tabs = await Promise.all([1, 2, 3].map(() => t.join(person)));
      await t.grownBy(before, 'chat_connections', 3);
      await t.grownBy(before, 'chat_users_online', 1);
      tabs[0].close();
      await t.grownBy(before, 'chat_connections', 2);
    },
    { company: 'alone' },
  ),

  check(
    'errors are counted by code, those of acks too',
    async (t) => {
      const { person, connection } = await t.joined();
      const before = await t.figures();
      await person.say('');
      await connection.send({ text: '', clientId: freshClientId() });
      await t.grownBy(before, 'chat_errors_total{code="empty_text"}', 2);
    },
    { company: 'alone' },
  ),

  check(
    'a handshake refused for its Origin is counted as an error',
    async (t) => {
      const { cookie } = await t.person();
      const before = await t.figures();
      await t.driver.handshake(t.server, { cookie, origin: 'http://evil.example' });
      await t.grownBy(before, 'chat_errors_total{code="origin_not_allowed"}', 1);
    },
    { company: 'alone' },
  ),
];

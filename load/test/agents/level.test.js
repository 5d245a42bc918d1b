import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { agentAddresses, localAgents } from '../../src/agents/addresses.js';
import { RunPrinter } from '../../src/record/printRuns.js';
import { Agents } from '../../src/agents/agents.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { chatRecord } from '../../src/record/chatRecord.js';
import { sessionsOf, tinyChat } from '../chat/tinyChat.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../src/record/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

const AHEAD_MS = 90_000;

/**
 * An `ssh` that runs what it is given here, on a clock that is ahead of ours; the host `dying` ends.
 */
function fakeSsh() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ssh-'));
  const ahead = path.join(folder, 'ahead.mjs');
  fs.writeFileSync(
    ahead,
    `Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${AHEAD_MS} });`,
  );
  const script = [
    '#!/bin/sh',
    'while [ "$1" != -- ]; do shift; done',
    '[ "$2" = dying ] && exit 7',
    `NODE_OPTIONS='--import ${ahead}' exec sh -c "$3"`,
  ];
  fs.writeFileSync(path.join(folder, 'ssh'), script.join('\n'), { mode: 0o755 });
  const before = process.env.PATH;
  process.env.PATH = `${folder}:${before}`;
  return () => {
    process.env.PATH = before;
    fs.rmSync(folder, { recursive: true });
  };
}

/**
 * @param {any} target
 * @param {string} list of agents
 * @param {'socket' | 'post'} send
 * @param {{clocksApart?: string}} [known]
 */
async function recordOf(target, list, send, known = {}) {
  // A post is led from another machine than the server's.
  /** @type {Record<string, number[]>} */
  const parts = send === 'post' ? {} : { tiny: [process.pid] };
  const names = Object.keys(parts);
  const addresses = agentAddresses(list);
  const client = new Agents(addresses);
  const plan = { target, send, schedule: { rate: 50, seconds: 1 }, sessions: sessionsOf(5) };
  const seen = { ...(await runLoad({ ...plan, client, settleMs: 100, parts })), ...known };
  const facts = { version: null, commit: null, runtime: null, rateLimits: null, limits: {}, database: null };
  return chatRecord({
    ...{ kind: 'messages', command: 'load/messages --target tiny', client: 'raw', processes: addresses.length },
    ...{ plan: { target: 'tiny', users: 5, rate: 50, seconds: 1 }, parts: names, serverParts: names, seen },
    server: { name: 'tiny', url: target.url, ...facts, fresh: false, descriptors: null },
  });
}

/** @param {any} record @returns {string} */
function printed(record) {
  /** @type {string[]} */
  const lines = [];
  new RunPrinter('chat', (line) => lines.push(line)).row(record);
  return lines.join('\n');
}

// Each waits out the 2 s after the last ack: beside each other.
describe('a level on several load hosts', { concurrency: true }, () => {
  after(fakeSsh());

  test('is one record of all: every message at every user, whatever the hosts’ clocks say', async (t) => {
    const record = await recordOf(await tinyChat(t), 'local:1,far', 'socket');
    assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
    const { joined, sent, acknowledged, stored, due, delivered, errorPercent } = record.counts;
    assert.deepEqual([joined, sent, acknowledged, stored, due, delivered], [5, 50, 50, 50, 250, 250]);
    assert.equal(errorPercent, 0);
    const [local, far] = record.client.agents ?? [];
    assert.deepEqual([local.name, local.joined, far.name, far.joined], ['local:1', 3, 'far', 2]);
    for (const { clockOffsetMs, clockWithinMs, name } of [local, far]) {
      const truth = name === 'far' ? AHEAD_MS : 0;
      // Node.js knows the beginning of a process within some ms of the clock on the wall.
      assert.ok(Math.abs(clockOffsetMs - truth) < clockWithinMs + 100, `${name}: ${clockOffsetMs} ms`);
    }
    const [{ ack, delivery }, certain] = [record.latencies, Math.max(local.clockWithinMs, far.clockWithinMs) <= 1];
    assert.equal(ack.count, 50);
    // On a machine that is too busy for that the clocks are not known well enough.
    assert.equal(delivery?.count, certain ? 250 : undefined);
    assert.match(printed(record), /far: 2 users, .* clock \d+\.\d+ ms ahead, known within/);
    const [second] = record.series;
    // How much of it falls into the first second is the machine's affair.
    assert.equal(second.delivery?.count ?? second.delivered, second.delivered);
    assert.ok(record.client.cpuCores > 0);
    assert.deepEqual(
      record.verdicts.filter(({ passed }) => !passed),
      [],
    );
  });

  test('sends by POST as well, names what was lost, and has acks alone where clocks are not known well', async (t) => {
    const target = await tinyChat(t, { store: (message) => (message.id % 10 === 5 ? [] : [message]) });
    const clocksApart = 'no latency of deliveries: the clock of far is known within 3.0 ms alone';
    const record = await recordOf(target, 'local:1,local:2', 'post', { clocksApart });
    const { sent, acknowledged, stored, lost } = record.counts;
    assert.deepEqual([sent, acknowledged, stored, lost], [50, 50, 45, 5]);
    assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
    const { latencies, histograms, series, server } = record;
    assert.deepEqual(server.parts, {}, 'nothing is known of a server elsewhere');
    assert.deepEqual([latencies.ack.count, latencies.delivery, histograms.delivery], [50, undefined, undefined]);
    assert.ok(series.every(({ delivery }) => delivery === null));
    assert.match(printed(record), / – +–[^]*the clock of far is known within 3\.0 ms alone/);
  });

  test('of a fan-out with few senders says the same as one process', async (t) => {
    const target = await tinyChat(t);
    const client = new Agents(localAgents(2));
    const schedule = { rate: 60, seconds: 1 };
    const { audit, joined, ledger } = await runLoad({
      ...{ target, schedule, client, sessions: sessionsOf(4), senders: 2, settleMs: 100 },
    });
    const { sent, acked, stored, delivered, lost } = audit;
    assert.deepEqual([joined, sent, acked, stored, delivered, lost], [4, 60, 60, 60, 240, 0]);
    // From each host alike.
    const senders = new Set(Object.keys(ledger.messages).map((clientId) => clientId.split('-')[1]));
    assert.deepEqual([...senders].sort(), ['0', '1']);
  });

  test('fails by the name of the host that does not do its part', async (t) => {
    await assert.rejects(recordOf(await tinyChat(t), 'local:1,dying', 'socket'), /^Error: dying ended \(exit code 7\)/);
  });
});

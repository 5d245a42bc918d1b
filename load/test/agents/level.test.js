import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { agentAddresses } from '../../src/agents/addresses.js';
import { RunPrinter } from '../../src/report/runPrinter.js';
import { measureChat } from '../../src/chat/measureChat.js';
import { loadClientOf } from '../../src/loadClients.js';
import { jobsOf } from '../../src/run/workloads.js';
import { Agents } from '../../src/agents/agents.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { scheduleOf } from '../../src/schedule/schedule.js';
import { chatRecord } from '../../src/record/chatRecord.js';
import { serverOf, sessionsOf, tinyChat } from '../helpers/tinyChat.js';
import { assertValid } from '../helpers/assertValid.js';

const AHEAD_MS = 90_000;

/** Makes an `ssh` that runs commands on this machine, with a clock that is ahead of ours; the host `dying` ends. */
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

/** @param {any} endpoint @param {string} list the agents' addresses @returns {ReturnType<typeof runLoad>} */
async function levelOn(endpoint, list) {
  const loadClient = new Agents(agentAddresses(list), 'raw');
  const schedule = scheduleOf({ rate: 50, seconds: 1 });
  const plan = { endpoint, schedule, sessions: sessionsOf(5), pidsByPart: { server: [process.pid] } };
  return runLoad({ ...plan, loadClient, settleMs: 100 });
}

const [JOB] = jobsOf('messages', { levels: [5], seconds: 1, warmUp: 0, repetitions: 1 });

/** @param {Awaited<ReturnType<typeof levelOn>>} seen */
const recordOf = (seen) => chatRecord(serverOf(null), JOB, seen);

/** @param {any} record @returns {string} */
function printed(record) {
  /** @type {string[]} */
  const lines = [];
  new RunPrinter('chat', (line) => lines.push(line)).row(record);
  return lines.join('\n');
}

test('no agent is started for a run that is refused', async () => {
  const job = { ...JOB, agents: agentAddresses('local:1') };
  await assert.rejects(
    measureChat({ ...serverOf(null), contractProblem: 'tiny is no chat' }, job, () => {}, loadClientOf(job)),
    /is no chat/,
  );
  assert.ok(!process.getActiveResourcesInfo().includes('ProcessWrap'));
});

// Each test waits 2 s after the last ack, so the tests overlap.
describe('a level on several load hosts', { concurrency: true }, () => {
  after(fakeSsh());

  test('one record covers all hosts: every message reached every user, even if the clocks differ', async (t) => {
    const seen = await levelOn(await tinyChat(t), 'local:1,far');
    const record = recordOf(seen);
    assertValid(record);
    const { joined, sent, acknowledged, stored, due, delivered, errorPercent } = record.counts;
    assert.deepEqual([joined, sent, acknowledged, stored, due, delivered], [5, 50, 50, 50, 250, 250]);
    assert.equal(errorPercent, 0);
    const [local, far] = record.client.agents ?? [];
    assert.deepEqual([local.name, local.joined, far.name, far.joined], ['local:1', 3, 'far', 2]);
    for (const { clockOffsetMs, clockWithinMs, name } of [local, far]) {
      const truth = name === 'far' ? AHEAD_MS : 0;
      // Node.js reads the start of a process with an error of some ms.
      assert.ok(Math.abs(clockOffsetMs - truth) < clockWithinMs + 100, `${name}: ${clockOffsetMs} ms`);
    }
    const [{ ack, delivery }, certain] = [record.latencies, Math.max(local.clockWithinMs, far.clockWithinMs) <= 1];
    assert.equal(ack.count, 50);
    // The clocks are not known well enough on a machine that is too busy.
    assert.equal(delivery?.count, certain ? 250 : undefined);
    assert.match(printed(record), /far: 2 users, .* clock \d+\.\d+ ms ahead, known within/);
    assert.ok(record.client.cpuCores > 0);
    assert.deepEqual(failedVerdicts(record), []);

    const clocksApart = 'no latency of deliveries: the clock of far is known only within 3.0 ms';
    const unsure = recordOf({ ...seen, clocksApart });
    assert.deepEqual([unsure.latencies.ack.count, unsure.latencies.delivery], [50, undefined]);
    assert.ok(unsure.series.every(({ deliveryP95 }) => deliveryP95 === null));
    assert.match(printed(unsure), / – +–[^]*the clock of far is known only within 3\.0 ms/);
  });

  test('if one host fails, the level fails with the name of that host', async (t) => {
    await assert.rejects(levelOn(await tinyChat(t), 'local:1,dying'), /^Error: dying ended \(exit code 7\)/);
  });

  test('Artillery on two load hosts is one run: messages of each host are due at the users of both', async (t) => {
    const endpoint = await tinyChat(t, { store: (message) => (message.id === 3 ? [] : [message]) });
    const loadClient = new Agents(agentAddresses('local:1,local:2'), 'artillery');
    const schedule = scheduleOf({ rate: 10, seconds: 1 });
    const plan = { endpoint, loadClient, schedule, sessions: sessionsOf(5) };
    const { audit, joined, agents } = await runLoad(plan);
    const { sent, acknowledged, stored, due, delivered, notStored, findings } = audit;
    assert.deepEqual([joined, sent, acknowledged, stored], [5, 10, 10, 9]);
    assert.deepEqual([due, delivered, notStored, findings[0].kind], [45, 45, 1, 'acknowledged but not stored']);
    assert.deepEqual(
      agents?.map((agent) => [agent.name, agent.joined]),
      [
        ['local:1', 3],
        ['local:2', 2],
      ],
    );
  });
});

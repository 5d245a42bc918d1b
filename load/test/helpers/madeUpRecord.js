import { Latencies } from '../../src/ledger/latencies.js';
import { verdict } from '../../src/record/verdict.js';

/** @import { RunRecord } from '../../src/record/runRecord.js' */

/**
 * Makes a run record like those of load/run messages, with made-up figures.
 * @param {object} [run]
 * @param {string} [run.target] @param {number} [run.users] @param {number} [run.repetition]
 * @param {number} [run.ackMs] median of the acks
 * @param {'messages' | 'fanout'} [run.kind] @param {boolean} [run.bound] @param {number} [run.lost]
 * @param {string} [run.machine] @param {string} [run.commit]
 * @returns {RunRecord}
 */
export function record({
  kind = 'messages',
  target = 'node',
  users = 10,
  repetition = 1,
  ackMs = 4,
  bound = false,
  lost = 0,
  machine = 'a machine',
  commit = 'abc',
} = {}) {
  const latencies = new Latencies();
  for (let index = 1; index <= 200; index++) latencies.record((ackMs * index) / 100);
  const ack = latencies.summary();
  const part = { cpuCores: 0.2, pssMb: 80 };
  const sent = users * 20;
  return {
    format: 'chat-load-run/1',
    kind,
    command: `load/run messages --target ${target} --users ${users} --seconds 2 --warm-up 1 --repetitions 1`,
    startedAt: new Date(Date.UTC(2026, 0, 1, 12, repetition, users % 60)).toISOString(),
    seconds: 2,
    plan: { target, users, rate: users * 10, repetition, warmUpSeconds: 1, seconds: 2 },
    client: {
      name: 'raw',
      commit,
      runtime: 'Node.js 24',
      machine,
      cpuCores: 0.1,
      bound,
      boundBy: bound ? ['CPU'] : [],
    },
    server: {
      commit,
      runtime: 'Node.js 24',
      rateLimits: false,
      database: null,
      fresh: true,
      parts: { server: part, node: part },
    },
    counts: {
      sent,
      acknowledged: sent,
      acknowledgedPerSecond: sent / 2,
      stored: sent,
      due: sent * users,
      delivered: sent * users - lost,
      lost,
      lostDeliveries: lost,
      refused: 0,
      noAck: 0,
      duplicated: 0,
      errorPercent: (100 * lost) / sent,
      outOfOrder: 0,
      wrongIds: 0,
      altered: 0,
      falseAcks: 0,
      broken: 0,
    },
    errors: {},
    notes: [],
    latencies: { ack, delivery: ack, sendLateness: ack },
    series: [0, 1].map((second) => ({
      second,
      sent: sent / 2,
      acknowledged: sent / 2,
      refused: 0,
      ackP95: ack.p95,
      deliveryP95: ack.p95,
      usage: { node: part },
    })),
    verdicts: [verdict('error %', (100 * lost) / sent), verdict('lost deliveries', lost), verdict('duplicated', 0)],
    ...(lost > 0 && { findings: [{ kind: 'lost', id: 7, receiver: '<script>' }] }),
  };
}

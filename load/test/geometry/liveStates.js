import { readRun } from '../../labs/savedRuns.js';
import { newLabRun } from '../../livePage/labRun.js';
import { LabDesk } from '../../livePage/server/labDesk.js';

/**
 * What the server of the live page tells, for each thing that a tab can show.
 *
 * @typedef {{tab: string, what: string, told: Array<[event: string, data: any]>}} State
 * @typedef {import('../../labs/course.js').NumberedLab} NumberedLab
 */

const NOW = 1_800_000_000_000;
const LONG_LABEL = 'Blocking call 10 s × 500, workers';
const TARGETS = [
  { name: 'node', title: 'Node.js, its event loop' },
  { name: 'laravel-workers', title: 'Laravel, nginx and php-fpm workers' },
];

/** @param {NumberedLab[]} course @returns {State[]} */
export const liveStates = (course) => [...processStates(), ...minuteStates(), ...loadStates(), ...labStates(course)];

/** @param {number} workers @returns {import('../../livePage/lastMinute.js').LastMinute} the fullest that there is */
function minuteOf(workers) {
  const what = ['cpu', 'wait', 'query', 'call', 'leak', 'upload', 'hash'];
  const lab = { where: ['loop', 'worker'], what, workers };
  const chat = { lab, workers: /** @type {const} */ ({ kind: 'processes', pid: 3, at: null }) };
  const look = {
    ...{ loop: 'w', workers: 'bwi'.repeat(workers).slice(0, workers), share: 1, waiting: 1234 },
    ...{ unanswered: 400, oldestMs: 30_000, lagMs: 1234 },
  };
  const idle = { ...look, loop: 'i', unanswered: 0 };
  const seconds = Array.from({ length: 240 }, (_, place) => NOW - place * 250).reverse();
  return {
    chats: [
      {
        ...{ ...chat, name: 'node', title: 'Node.js', url: 'http://127.0.0.1:3000', front: null },
        ...{ loop: { url: 'http://127.0.0.1:3000', pid: 1_234_567 }, workers: { kind: 'threads', pid: 3, at: null } },
      },
      {
        ...{ ...chat, name: 'laravel', title: 'Laravel', url: 'http://127.0.0.1:8000', front: { pid: 1_234_567 } },
        loop: { url: 'http://127.0.0.1:6001', pid: 1_234_567 },
      },
    ],
    looks: seconds.map((at) => ({ at, late: true, chats: { node: look, laravel: idle } })),
    felt: seconds.flatMap((at, place) =>
      ['node', 'laravel', 'laravel-workers'].map((target) => ({ target, at, ms: 0.2 + 100 * (place % 300) })),
    ),
    unfelt: [{ target: 'node', at: NOW - 30_000 }],
    marks: [1, 2, 3, 4].map((number) => ({
      ...{ number, at: NOW - 30_000 + 700 * number, label: LONG_LABEL },
      chats: {
        node: { asked: 500, done: 0, failed: 500, ms: 130_000, error: 'lab_busy_for_too_long' },
        laravel: { asked: 500, done: 499, failed: 0, ms: 9876, error: null },
      },
    })),
  };
}

/** @returns {State[]} */
const processStates = () => [
  { tab: 'processes', what: 'no chat', told: [['minute', { ...minuteOf(4), chats: [] }]] },
  ...[4, 16].map((workers) => ({
    ...{ tab: 'processes', what: `${workers} workers` },
    told: [/** @type {[string, any]} */ (['minute', minuteOf(workers)])],
  })),
];

/** @returns {State[]} */
const minuteStates = () => [
  { tab: 'minute', what: 'no chat', told: [['minute', { ...minuteOf(4), chats: [] }]] },
  ...[4, 16].map((workers) => ({
    ...{ tab: 'minute', what: `${workers} workers` },
    told: [/** @type {[string, any]} */ (['minute', minuteOf(workers)])],
  })),
];

/** @returns {State[]} */
function loadStates() {
  const end = { whole: rowAt(0), failures: ['lost: 89400', 'duplicated: 12'], record: null };
  const run = (/** @type {string} */ state, /** @type {number} */ seconds) => ({
    ...{ id: 'r1', state, title: 'Slow receivers', elapsed: seconds, report: state === 'ended' ? 'report.html' : null },
    plan: { targets: TARGETS.map(({ name }) => name), scenario: 'spike', users: 5000, rate: 0.05, seconds: 3600 },
    marks: [
      { second: 0.2 * seconds, label: 'window off' },
      { second: 0.21 * seconds, label: 'one browser closed' },
    ],
    targets: TARGETS.map((target) => ({
      ...{ ...target, state, loggedIn: state === 'gathering' ? 1234 : null, failed: null },
      end: state === 'ended' ? end : null,
    })),
    rows: Object.fromEntries(
      TARGETS.map(({ name }) => [name, Array.from({ length: seconds }, (_, second) => rowAt(second))]),
    ),
  });
  return [
    { tab: 'load', what: 'before a run', told: [] },
    { tab: 'load', what: 'users who log in', told: [['run', { run: run('gathering', 0) }]] },
    { tab: 'load', what: 'the first second', told: [['run', { run: run('running', 1) }]] },
    { tab: 'load', what: 'a long run', told: [['run', { run: run('running', 1200) }]] },
    { tab: 'load', what: 'a run that has ended', told: [['run', { run: run('ended', 1200) }]] },
  ];
}

/** @param {number} second @returns {import('../../livePage/server/rows.js').Row} */
const rowAt = (second) => ({
  ...{ second, span: 1, sent: 12_345, acknowledged: 12_345 + (second % 7), refused: 1234, delivered: 1_234_567 },
  ...{ ack: { p50: 1234, p95: 0.3 + (second % 9) * 1000, p99: 27_378 }, delivery: { p50: 0.1, p95: 9999, p99: 9999 } },
  ...{ lost: 89_400, waiting: second % 1000, users: 5000, cpuCores: 1.234, memoryMb: 1234, clientCpuCores: 1 },
  ...{ loopLagMs: 1234, workersBusy: 16, workersWaiting: 1234, bound: true },
});

/**
 * @param {NumberedLab[]} course
 * @returns {State[]} each lab: asked, begun, in its middle, stopped by an error, and after its saved run
 */
function labStates(course) {
  const asked = new LabDesk(course, {}).asked();
  return course.flatMap((lab) => {
    const record = readRun(lab);
    if (!record) throw new Error(`Lab ${lab.number} has no saved run.`);
    const begun = { ...newLabRun({ prediction: 0, short: true, charts: lab.charts }), steps: record.steps.slice(0, 1) };
    /** @param {number} share @returns {typeof begun} with so much of its curves */
    const upTo = (share) => ({
      ...{ ...begun, steps: record.steps },
      series: mapValues(record.series, (lines) =>
        mapValues(lines, (points) => points.slice(0, Math.ceil(share * points.length))),
      ),
    });
    const { because, tryNext, predict } = lab;
    const came = { right: predict.right, because, tryNext, record };
    const states = {
      asked: null,
      begun,
      'its first points': upTo(0.02),
      'its middle': upTo(0.5),
      failed: { ...upTo(0.5), state: 'failed', failed: 'No chat takes lab calls: infra/up --lecture --detach' },
      ended: { ...upTo(1), state: 'ended', came },
    };
    return Object.entries(states).map(([what, run]) => ({
      ...{ tab: 'labs', what: `lab ${lab.number}, ${what}` },
      // The page shows the first where none is running and none was chosen.
      told: [
        [
          'labs',
          {
            course: asked.toSorted((one) => (one.id === lab.id ? -1 : 1)),
            runs: run ? { [lab.id]: run } : {},
            now: NOW,
          },
        ],
      ],
    }));
  });
}

/**
 * @template From, To
 * @param {Record<string, From>} of
 * @param {(value: From) => To} change
 * @returns {Record<string, To>}
 */
const mapValues = (of, change) => Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));

import assert from 'node:assert/strict';
import test from 'node:test';
import { resultsText } from '../src/print.js';
import { runLab } from '../src/runLab.js';
import { measuredText } from '../src/texts.js';

/** @import { NumberedLab } from '../src/course.js' */
/** @import { Seen } from '../src/lab.js' */
/** @import { LabEvent } from '../src/runLab.js' */

const LAB = /** @type {NumberedLab} */ ({
  id: '99-example',
  number: '99',
  title: 'Example',
  question: 'Is it so?',
  choices: ['No.', 'Yes.', 'Perhaps.'],
  right: 1,
  because: ['It is so.'],
  servers: 'own',
  charts: [
    { key: 'delay', title: 'Delay', x: { label: 's' }, y: { label: 'ms' }, lines: [line('loop'), line('pool')] },
  ],
  claims: [{ key: 'delay', text: 'Twice as long.', atLeast: 2 }],
  head: ['', 'ms'],
  run: async ({ say, point }) => {
    say('Begun');
    point('delay', 'loop', 0.5, 30);
    return seen(30, 10);
  },
});

function line(/** @type {string} */ key) {
  return { key, name: key, target: 'node' };
}

/** @param {number} over @param {number} under @returns {Seen} */
const seen = (over, under) => ({
  rows: [['loop', over]],
  measured: { delay: { unit: 'ms', over: { name: 'loop', value: over }, under: { name: 'pool', value: under } } },
});

test('a run reports its steps and points as they come, and keeps the points', async () => {
  /** @type {LabEvent[]} */
  const events = [];
  const run = await runLab(LAB, { onEvent: (event) => events.push(event) });
  assert.deepEqual(
    events.map(({ at: _, ...event }) => event),
    [{ step: 'Begun' }, { point: { chart: 'delay', line: 'loop', x: 0.5, y: 30 } }],
  );
  assert.deepEqual(run.series, { delay: { loop: [[0.5, 30]], pool: [] } });
  assert.equal(run.command, 'course/lab 99');
});

for (const [over, under, held] of /** @type {Array<[number, number, boolean]>} */ ([
  [30, 10, true],
  [19, 10, false],
  [30, 0, false],
  [0, 0, false],
])) {
  test(`a ratio of ${over} to ${under} says that the claim ${held ? 'held' : 'did not hold'}`, async () => {
    const run = await runLab({ ...LAB, run: async () => seen(over, under) });
    assert.equal(run.held, held);
    assert.match(resultsText(LAB, run), held ? /The claim held/ : /THE EFFECT DID NOT SHOW/);
  });
}

for (const [claim, count, held] of /** @type {Array<[object, number, boolean]>} */ ([
  [{ atMost: 0 }, 0, true],
  [{ atMost: 0 }, 1, false],
  [{ atLeast: 1 }, 1, true],
  [{ atLeast: 1 }, 0, false],
])) {
  test(`a count of ${count} ${held ? 'meets' : 'misses'} the claim ${JSON.stringify(claim)}`, async () => {
    const lab = { ...LAB, claims: [{ key: 'lost', text: 'Lost.', ...claim }] };
    const measured = { lost: { unit: 'messages', count } };
    const run = await runLab({ ...lab, run: async () => ({ ...seen(1, 1), measured }) });
    assert.equal(run.held, held);
    assert.match(run.claims[0].seen, /^[01]\u00a0messages?$/);
  });
}

test('a measured value has its unit, and is in seconds from one second on', () => {
  assert.equal(measuredText(1506, 'ms'), '1.5\u00a0s');
  assert.equal(measuredText(1.814, 'ms'), '1.81\u00a0ms');
  assert.equal(measuredText(4000, 'connections'), '4,000\u00a0connections');
  assert.equal(measuredText(1, 'messages'), '1\u00a0message');
});

test('a lab that measured none of its claims has not shown its effect', async () => {
  const nothing = async () => ({ ...seen(30, 10), measured: {} });
  await assert.rejects(runLab({ ...LAB, run: nothing }), /has not measured its claim delay/);
});

test('a lab ends what it started, the last one first, also when it and an end fail', async (t) => {
  t.mock.method(console, 'error', () => {});
  /** @type {string[]} */
  const ended = [];
  const running = runLab({
    ...LAB,
    async run({ atEnd }) {
      atEnd(async () => void ended.push('first'));
      atEnd(() => {
        ended.push('second');
        throw new Error('not ended');
      });
      throw new Error('broken');
    },
  });
  await assert.rejects(running, { message: 'broken' });
  assert.deepEqual(ended, ['second', 'first']);
});

test('the ending shows the measured values, the right choice and the reasons', async () => {
  const text = resultsText(LAB, await runLab(LAB));
  assert.match(text, /^Held: a factor of 3 \(loop 30\u00a0ms, pool 10\u00a0ms\)\. Twice as long\.$/m);
  assert.match(text, /^RIGHT IS {3}B: Yes\.$/m);
  assert.match(text, /^WHY {8}It is so\.$/m);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSilence } from '../chat/silence.js';

/** A page with a clock of the test's own, connected to a server that answers or does not. */
function watching({ answers = true } = {}) {
  const server = { answers, asked: 0 };
  let at = 1_000_000;
  /** @type {{ due: number, step: () => void }[]} */
  let timers = [];
  /** @type {number[]} */
  const told = [];
  const page = { watched: true };
  /** @type {(() => void)[]} */
  const unanswered = [];
  const silence = createSilence({
    probe() {
      server.asked++;
      if (server.answers) return Promise.resolve();
      return new Promise((done) => unanswered.push(() => done(null)));
    },
    tell: (seconds) => told.push(seconds),
    watched: () => page.watched,
    now: () => at,
    later: (step, ms) => timers.push({ due: at + ms, step }),
    random: () => 0.5,
  });
  silence.connected(true);
  silence.heard();
  return {
    silence,
    server,
    told,
    page,
    /** @param {number} ms @param {number} [step] ms between two looks at the timers */
    async pass(ms, step = 100) {
      for (const end = at + ms; at < end;) {
        at += Math.min(step, end - at);
        const due = timers.filter((timer) => timer.due <= at);
        timers = timers.filter((timer) => timer.due > at);
        due.forEach((timer) => timer.step());
        for (let i = 0; i < 10; i++) await null;
      }
    },
    async wakeServer() {
      server.answers = true;
      unanswered.splice(0).forEach((answer) => answer());
      for (let i = 0; i < 10; i++) await null;
    },
  };
}

const never = () => new Promise(() => {});

test('what is sent and not answered is told after 1.5 s, each second, until there is an answer', async () => {
  const { silence, server, told, pass, wakeServer } = watching({ answers: false });
  /** @type {(value: unknown) => void} */
  let ack = () => {};
  silence.expect(new Promise((done) => (ack = done)));
  await pass(1400);
  assert.deepEqual(told, []);
  await pass(200);
  assert.deepEqual(told, [1]);
  await pass(2000);
  assert.deepEqual(told, [1, 2, 3]);
  assert.equal(server.asked, 1);
  ack({});
  await wakeServer();
  assert.equal(told.at(-1), 0);
  await pass(5000);
  assert.equal(told.at(-1), 0);
});

test('a message that fails for want of an answer is no answer', async () => {
  const { silence, told, pass, wakeServer } = watching({ answers: false });
  /** @type {(fault: Error) => void} */
  let fail = () => {};
  silence.expect(new Promise((done, failed) => (fail = failed))).catch(() => {});
  await pass(8000);
  fail(new Error('no answer'));
  await pass(3000);
  assert.equal(told.includes(0), false);
  assert.equal(told.at(-1), 10);
  await wakeServer();
  assert.equal(told.at(-1), 0);
});

test('answers that come in time are told by nobody', async () => {
  const { silence, server, told, pass } = watching();
  for (let i = 0; i < 20; i++) {
    silence.expect(Promise.resolve());
    await pass(300);
  }
  assert.deepEqual(told, []);
  assert.equal(server.asked, 0);
});

test('a page asks by itself only where it is looked at and heard nothing for half a minute', async () => {
  const { silence, server, page, pass } = watching();
  for (let i = 0; i < 30; i++) {
    await pass(10_000);
    silence.heard();
  }
  assert.equal(server.asked, 0, 'it hears of the server');
  page.watched = false;
  await pass(300_000);
  assert.equal(server.asked, 0, 'nobody looks');
  page.watched = true;
  await pass(300_000);
  assert.ok(server.asked >= 4 && server.asked <= 10, `${server.asked} questions in five minutes`);
});

test('who begins to write after a while of silence asks once', async () => {
  const { silence, server, told, pass } = watching({ answers: false });
  silence.wonder();
  assert.equal(server.asked, 0);
  await pass(6000);
  for (let i = 0; i < 5; i++) silence.wonder();
  assert.equal(server.asked, 1);
  await pass(1600);
  assert.deepEqual(told, [1]);
});

test('a lost connection is no silence, and a machine that slept none of the server', async () => {
  const { silence, told, pass } = watching({ answers: false });
  silence.expect(never());
  await pass(2000);
  assert.equal(told.at(-1), 1);
  silence.connected(false);
  assert.equal(told.at(-1), 0);
  await pass(5000);
  assert.equal(told.at(-1), 0);
  silence.connected(true);
  silence.expect(never());
  await pass(3_600_000, 3_600_000);
  assert.equal(told.at(-1), 0, 'an hour passed in one step');
  await pass(1600);
  assert.equal(told.at(-1), 1);
});

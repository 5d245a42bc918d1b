import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotices, joinNotices } from '../chat/notices.js';
import { noticeText } from '../view/noticeText.js';

const me = { id: 'me', name: 'Me' };

/** Notices with a fake clock. */
function door() {
  let time = 100_000;
  /** @type {{ step: () => void, at: number }[]} */
  let timers = [];
  /** @type {string[]} */
  const calls = [];
  const notices = createNotices({
    me,
    tell: (notice) => calls.push(plain(noticeText(notice))),
    now: () => time,
    later: (step, ms) => timers.push({ step, at: time + ms }),
  });
  return {
    calls,
    hush: notices.hush,
    /** @param {string[]} joined @param {string[]} [left] @param {{ joined?: number, left?: number }} [unnamed] */
    presence(joined, left = [], unnamed = {}) {
      const crowd = (/** @type {string[]} */ names, extra = 0) => ({
        count: names.length + extra,
        users: names.map((name) => ({ id: name, name })),
      });
      notices.take({ count: 9, joined: crowd(joined, unnamed.joined), left: crowd(left, unnamed.left) });
    },
    /** @param {number} ms */
    wait(ms) {
      time += ms;
      const due = timers.filter((timer) => timer.at <= time);
      timers = timers.filter((timer) => timer.at > time);
      for (const { step } of due) step();
    },
  };
}

/** @param {string} text without the marks that isolate names */
const plain = (text) => text.replace(/[\u2068\u2069]/g, '');

test('users who come and go are announced by name', () => {
  const it = door();
  it.presence(['Ann']);
  it.wait(0);
  it.wait(3000);
  it.presence([], ['Ann']);
  it.wait(3000);
  assert.deepEqual(it.calls, ['Ann came in', 'Ann left']);
});

test('many within a few seconds, named or counted, collapse into one notice', () => {
  const it = door();
  it.presence(['Ann', 'me']);
  it.wait(0);
  for (let i = 0; i < 12; i++) {
    it.presence([`user ${i}`], [], { joined: 3 });
    it.wait(100);
  }
  it.wait(3000);
  assert.deepEqual(it.calls, ['Ann came in', '48 people came in']);
});

test('a user who comes and goes within one notice is not announced', () => {
  const it = door();
  it.presence(['Zoe']);
  it.wait(0);
  it.presence(['Ann']);
  it.presence([], ['Ann']);
  it.wait(3000);
  assert.deepEqual(it.calls, ['Zoe came in']);
});

test('no one is announced for 5 s after a reconnect', () => {
  const it = door();
  it.hush();
  it.wait(4900);
  it.presence(['Ann'], ['Bob']);
  it.wait(200);
  it.presence(['Carl']);
  it.wait(3000);
  assert.deepEqual(it.calls, ['Carl came in']);
});

test('a notice reads as a sentence', () => {
  const none = { count: 0, names: [] };
  const some = (/** @type {string[]} */ ...names) => ({ count: names.length, names });
  assert.equal(plain(noticeText({ came: some('Ann', 'Bob'), left: none })), 'Ann and Bob came in');
  assert.equal(plain(noticeText({ came: some('A', 'B', 'C'), left: some('D') })), 'A, B and C came in · D left');
  assert.equal(plain(noticeText({ came: none, left: { count: 1, names: [] } })), 'Somebody left');
  assert.match(noticeText({ came: some('Ann'), left: none }), /\u2068Ann\u2069/);
  const joined = joinNotices({ came: some('A', 'B', 'C'), left: none }, { came: some('D'), left: none });
  assert.equal(plain(noticeText(joined)), '4 people came in');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotices } from '../chat/notices.js';
import { noticeText } from '../view/peopleText.js';

/** Makes notices with a fake clock. */
function build() {
  const clock = { now: 100_000 };
  const notices = createNotices(() => clock.now);
  const user = (name) => ({ id: name, name });
  const crowd = (names, extra = 0) => ({ count: names.length + extra, users: names.map(user) });
  const plain = (text) => text.replace(/[\u2068\u2069]/g, '');
  return {
    clock,
    silence: notices.silence,
    take: (joined, left, lastId = 7, extra = 0) =>
      notices.take({ count: 9, joined: crowd(joined, extra), left: crowd(left) }, lastId),
    lines: () => [...notices.lines].map(([id, notice]) => `${id}: ${plain(noticeText(notice))}`),
  };
}

test('users who come and go are announced by name, below the newest message', () => {
  const { take, lines, clock } = build();
  take(['Ann'], []);
  clock.now += 3000;
  take(['Bob'], ['Ann'], 8);
  assert.deepEqual(lines(), ['7: Ann came in', '8: Bob came in · Ann left']);
});

test('many within 3 s, named or counted, are one line, also while messages come', () => {
  const { take, lines, clock } = build();
  for (let i = 0; i < 12; i++, clock.now += 200) take([`user ${i}`], [], i, 3);
  assert.deepEqual(lines(), ['0: user 0, user 1, user 2 and 45 more came in']);
});

test('there are at most 60 lines', () => {
  const { take, lines, clock } = build();
  for (let i = 0; i < 100; i++, clock.now += 3000) take(['Ann'], [], i);
  assert.deepEqual([lines().length, lines()[0]], [60, '40: Ann came in']);
});

test('no one is announced for 5 s after a reconnect', () => {
  const { take, silence, lines, clock } = build();
  silence();
  clock.now += 4999;
  take(['Ann'], ['Bob']);
  clock.now += 1;
  take(['Carl'], []);
  assert.deepEqual(lines(), ['7: Carl came in']);
});

test('a notice reads as a sentence', () => {
  const none = { count: 0, names: [] };
  const some = (...names) => ({ count: names.length, names });
  assert.equal(noticeText({ came: some('Ann'), left: none }), '\u2068Ann\u2069 came in');
  assert.match(noticeText({ came: some('Ann', 'Bob'), left: some('D') }), /^.Ann. and .Bob. came in · .D. left$/);
  assert.equal(noticeText({ came: none, left: { count: 1, names: [] } }), 'Somebody left');
  assert.equal(noticeText({ came: { count: 12, names: [] }, left: none }), '12 people came in');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageAllowances } from '../../../src/protection/limits/allowances.js';

function build(t) {
  const clock = { now: 0 };
  const allowances = new MessageAllowances(() => clock.now);
  t.after(() => allowances.close());
  const takes = (count, user = 'u', way = 'post') => {
    for (let i = 0; i < count; i++) allowances.take(`${way}:${user}`);
  };
  return { allowances, clock, takes };
}

test('a user may send 30 at once, then 10 a second', (t) => {
  const { clock, takes } = build(t);
  takes(30);
  assert.throws(() => takes(1), { code: 'too_many_messages', retryAfter: 1 });
  clock.now += 1000;
  takes(10);
  assert.throws(() => takes(1), { code: 'too_many_messages' });
});

test('a long silence earns no more than the burst', (t) => {
  const { clock, takes } = build(t);
  clock.now += 1e9;
  takes(30);
  assert.throws(() => takes(1));
});

test('a message refused costs nothing', (t) => {
  const { clock, takes } = build(t);
  takes(30);
  for (let i = 0; i < 100; i++) assert.throws(() => takes(1));
  clock.now += 100;
  takes(1);
});

test('users and ways of sending are counted apart', (t) => {
  const { takes } = build(t);
  takes(30);
  takes(30, 'u', 'socket');
  takes(30, 'v');
});

test('what was given back can be taken again', (t) => {
  const { allowances, takes } = build(t);
  takes(30);
  allowances.giveBack('post:u');
  takes(1);
  assert.throws(() => takes(1));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageAllowances } from '../../src/protection/limits/allowances.js';
import { createListMessages } from '../../src/chat/listMessages.js';
import { contract } from '../../src/contract.js';

const { pagesPerSecond, pagesBurst } = contract.limits;

function build(t) {
  const clock = { now: 0 };
  const allowances = new PageAllowances(() => clock.now);
  t.after(() => allowances.close());
  const asked = [];
  const messages = { newest: (limit) => asked.push(limit) };
  const listMessages = createListMessages({ messages, changes: {}, allowances });
  const reads = (count, user = 'u') => {
    for (let i = 0; i < count; i++) listMessages(user, { limit: 50 });
  };
  return { clock, asked, reads };
}

test('a user may read a burst of pages, then so many a second, and the store is asked for no more', (t) => {
  const { clock, asked, reads } = build(t);
  reads(pagesBurst);
  assert.throws(() => reads(1), { code: 'too_many_pages', retryAfter: 1 });
  assert.equal(asked.length, pagesBurst);
  clock.now += 1000;
  reads(pagesPerSecond);
  assert.throws(() => reads(1), { code: 'too_many_pages' });
});

test('users are counted apart', (t) => {
  const { reads } = build(t);
  reads(pagesBurst);
  reads(pagesBurst, 'v');
});

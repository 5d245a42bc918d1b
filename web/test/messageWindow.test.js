import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageWindow } from '../chat/messageWindow.js';
import { message, messages } from './messages.js';

/** @param {MessageWindow} window */
const ids = (window) => window.messages.map(({ id }) => id);

/** @param {number} from @param {number} to */
function windowOf(from, to) {
  const window = new MessageWindow();
  window.reset(messages(from, to), from > 1);
  return window;
}

test('pushed messages follow in order', () => {
  const window = windowOf(1, 3);
  window.receive(messages(4, 5));
  assert.deepEqual(ids(window), [1, 2, 3, 4, 5]);
  assert.equal(window.hole, false);
});

test('a message that comes twice stands once', () => {
  const window = windowOf(1, 3);
  window.receive([message(3), message(4), message(4)]);
  window.receive([message(4)]);
  assert.deepEqual(ids(window), [1, 2, 3, 4]);
});

test('a push that skips one waits for the hole to be filled, by push or by page', () => {
  const pushed = windowOf(1, 3);
  pushed.receive([message(5)]);
  assert.deepEqual(ids(pushed), [1, 2, 3]);
  assert.equal(pushed.hole, true);
  pushed.receive([message(4)]);
  assert.deepEqual(ids(pushed), [1, 2, 3, 4, 5]);
  assert.equal(pushed.hole, false);

  const read = windowOf(1, 3);
  read.receive([message(7)]);
  read.extend(messages(4, 5), true, { after: 3, tail: 7 });
  assert.equal(read.hole, true);
  read.extend(messages(6, 7), false, { after: 5, tail: 7 });
  assert.deepEqual(ids(read), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(read.hole, false);
});

test('an id learned from the server alone is a hole too', () => {
  const window = windowOf(1, 3);
  window.learn(9);
  assert.equal(window.hole, true);
});

test('what was pushed while a page was under way is not forgotten', () => {
  const window = windowOf(1, 3);
  window.learn(4);
  const asked = { after: 3, tail: 4 };
  window.receive([message(6)]);
  window.extend(messages(4, 4), false, asked);
  assert.deepEqual(ids(window), [1, 2, 3, 4]);
  assert.equal(window.hole, true, '5 is still missing');
});

test('what was announced and is not in the store ends the hole', () => {
  const window = windowOf(1, 3);
  window.receive([message(8)]);
  window.extend([], false, { after: 3, tail: 8 });
  assert.equal(window.hole, false);
  assert.deepEqual(ids(window), [1, 2, 3]);
});

test('the store is believed where its ids have gaps', () => {
  const window = windowOf(1, 3);
  window.extend([message(10), message(12)], false, { after: 3, tail: 3 });
  assert.deepEqual(ids(window), [1, 2, 3, 10, 12]);
});

test('older pages go before, answers that no longer fit are left alone', () => {
  const window = windowOf(101, 110);
  window.prepend(messages(91, 100), true, { before: 101 });
  assert.equal(window.firstId, 91);
  window.prepend(messages(91, 100), true, { before: 101 });
  assert.equal(window.messages.length, 20);
  window.prepend(messages(1, 90), false, { before: 91 });
  assert.equal(window.older, false);
  window.dropNewest(50);
  window.extend(messages(111, 120), false, { after: 110, tail: 110 });
  assert.equal(window.lastId, 50, 'an answer to after=110 would leave a hole');
});

test('a detached window counts pushes and takes none, until it was read to the end', () => {
  const window = windowOf(1, 100);
  window.dropNewest(60);
  assert.equal(window.attached, false);
  window.receive(messages(101, 102));
  assert.deepEqual([window.lastId, window.tail, window.hole, window.behind], [60, 102, false, true]);
  window.extend(messages(61, 100), true, { after: 60, tail: 102 });
  assert.equal(window.attached, false);
  window.extend(messages(101, 102), false, { after: 100, tail: 102 });
  assert.equal(window.attached, true);
  assert.equal(window.behind, false);
});

test('dropping the oldest says that there are older ones', () => {
  const window = windowOf(1, 100);
  window.dropOldest(70);
  assert.deepEqual([window.firstId, window.lastId, window.older], [31, 100, true]);
});

test('starting over keeps what was pushed meanwhile', () => {
  const window = new MessageWindow();
  window.receive([message(52)]);
  window.reset(messages(2, 51), true);
  assert.equal(window.lastId, 52);
  assert.equal(window.hole, false);
});

test('in an empty conversation the first message may be any', () => {
  const window = new MessageWindow();
  window.reset([], false);
  window.receive([message(1)]);
  assert.deepEqual(ids(window), [1]);
});

test('starting over below what was here means another store', () => {
  const window = windowOf(1, 50);
  window.reset(messages(1, 60), false);
  assert.equal(window.generation, 0);
  window.reset(messages(1, 3), false);
  assert.equal(window.generation, 1);
});

/** @param {number} id @param {number} rev */
const changed = (id, rev) => ({ ...message(id), text: `changed ${rev}`, rev });

test('a changed message stands in its place, and an older state changes nothing', () => {
  const window = windowOf(1, 3);
  window.change([changed(2, 5)]);
  window.change([changed(2, 4)]);
  assert.deepEqual(
    window.messages.map(({ text }) => text),
    ['text 1', 'changed 5', 'text 3'],
  );
});

test('a page, or a push, that was under way when a message changed shows it as it is now', () => {
  const window = windowOf(4, 5);
  window.change([changed(3, 1), changed(6, 2), changed(7, 3), changed(9, 4)]);
  window.prepend(messages(2, 3), true, { before: 4 });
  window.receive([message(7)]);
  window.receive([message(6)]);
  window.extend([message(8), message(9)], false, { after: 7, tail: 7 });
  assert.deepEqual(
    window.messages.map(({ rev }) => rev),
    [undefined, 1, undefined, undefined, 2, 3, undefined, 4],
  );
  window.reset(messages(1, 9), false);
  assert.equal(window.find(9)?.rev, 4);
});

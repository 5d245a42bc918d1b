import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameLibrary } from '../../src/wire/frameLibrary.js';
import { FrameReader } from '../../src/wire/frameReader.js';
import { serverFrame } from '../../src/wire/webSocketFrames.js';

/** A payload is its own meaning; those that begin with "own" are one receiver's alone. */
function library() {
  return new FrameLibrary((payload) => {
    const text = payload.toString();
    return { meaning: text, messages: text.startsWith('own') ? 0 : 1, shared: !text.startsWith('own') };
  });
}

function reader(frames) {
  const seen = [];
  const one = new FrameReader(frames, ({ meaning }) => seen.push(meaning));
  return { seen, feed: (bytes) => one.read(bytes, bytes.length) };
}

const texts = ['first', 'x'.repeat(300), 'y'.repeat(70_000), 'second', '', 'first'];
const stream = Buffer.concat(texts.map((text) => serverFrame(text)));

test('frames of every header size are cut out of one chunk', () => {
  const { seen, feed } = reader(library());
  feed(stream);
  assert.deepEqual(seen, texts);
});

test('frames are the same however the bytes are cut', () => {
  for (const size of [1, 2, 3, 7, 1000, 65_536]) {
    const { seen, feed } = reader(library());
    for (let at = 0; at < stream.length; at += size) feed(stream.subarray(at, at + size));
    assert.deepEqual(seen, texts, `in pieces of ${size}`);
  }
});

test('what one receiver had is not parsed again at the next', () => {
  const frames = library();
  const [one, two] = [reader(frames), reader(frames)];
  const bytes = Buffer.concat(['a', 'b', 'c'].map((text) => serverFrame(text)));
  one.feed(bytes);
  const parsed = frames.parsed;
  two.feed(bytes);
  assert.deepEqual(two.seen, ['a', 'b', 'c']);
  assert.equal(frames.parsed, parsed);
  assert.equal(parsed, 3);
});

test('a receiver whose frames differ from the others’ is read as it came: one left out, doubled, swapped, changed', () => {
  const frames = library();
  reader(frames).feed(Buffer.concat(['a', 'b', 'c', 'd'].map((text) => serverFrame(text))));
  for (const other of [
    ['a', 'c', 'd'],
    ['a', 'b', 'b', 'c', 'd'],
    ['a', 'c', 'b', 'd'],
    ['a', 'b', 'C', 'd'],
  ]) {
    for (const size of [1, 3, 100]) {
      const { seen, feed } = reader(frames);
      const bytes = Buffer.concat(other.map((text) => serverFrame(text)));
      for (let at = 0; at < bytes.length; at += size) feed(bytes.subarray(at, at + size));
      assert.deepEqual(seen, other);
    }
  }
});

test('a frame that only begins like the expected one is not taken for it', () => {
  const frames = library();
  reader(frames).feed(Buffer.concat(['start', 'same beginning, one end'].map((text) => serverFrame(text))));
  const { seen, feed } = reader(frames);
  feed(Buffer.concat(['start', 'same beginning, two end'].map((text) => serverFrame(text))));
  assert.deepEqual(seen, ['start', 'same beginning, two end']);
});

test('a receiver’s own frame between two windows does not lose the place', () => {
  const frames = library();
  const shared = ['a', 'b', 'c'].map((text) => serverFrame(text));
  reader(frames).feed(Buffer.concat(shared));
  const parsed = frames.parsed;
  const { seen, feed } = reader(frames);
  feed(Buffer.concat([shared[0], serverFrame('own ack'), shared[1], shared[2]]));
  assert.deepEqual(seen, ['a', 'own ack', 'b', 'c']);
  assert.equal(frames.parsed, parsed + 1);
});

test('the caller’s buffer may be overwritten after each chunk', () => {
  const frames = library();
  const { seen, feed } = reader(frames);
  const buffer = Buffer.alloc(5);
  for (let at = 0; at < stream.length; at += 5) {
    const length = stream.copy(buffer, 0, at, at + 5);
    feed(buffer.subarray(0, length));
    buffer.fill(0xff);
  }
  assert.deepEqual(seen, texts);
});

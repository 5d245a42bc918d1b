import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameLibrary } from '../../src/wire/frameLibrary.js';
import { FrameReader } from '../../src/wire/frameReader.js';
import { serverFrame } from '../../src/wire/webSocketFrames.js';
import { seededRandom } from '../helpers/seededRandom.js';

/** Makes a library. A payload is its own reason; one that begins with "own" goes to one receiver alone. */
const library = (onParse = () => {}) =>
  new FrameLibrary((payload) => {
    onParse();
    const reason = payload.toString();
    return { kind: reason.startsWith('own') ? 'ack' : 'other', reason };
  });

const streamOf = (texts) => Buffer.concat(texts.map((text) => serverFrame(text)));

/** Reads texts as one receiver, in pieces. They share one buffer, which the next piece overwrites. */
function read(frames, texts, sizeOf = () => Infinity) {
  const seen = [];
  const reader = new FrameReader(frames, ({ meaning }) => seen.push(meaning.reason));
  const stream = streamOf(texts);
  const buffer = Buffer.alloc(stream.length);
  for (let at = 0; at < stream.length;) {
    const length = stream.copy(buffer, 0, at, Math.min(stream.length, at + sizeOf()));
    reader.read(buffer, length);
    buffer.fill(0xff);
    at += length;
  }
  return seen;
}

test('frames of every header size are read whole however the bytes are split', () => {
  const texts = ['first', 'x'.repeat(300), 'second', '', 'first'];
  const huge = ['first', 'y'.repeat(70_000), 'second'];
  for (const size of [1, 2, 3, 7, Infinity]) assert.deepEqual(read(library(), texts, () => size), texts); // prettier-ignore
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    // Short pieces cut the header; long ones keep the test fast.
    const sizeOf = () => (random() < 0.5 ? 1 + Math.floor(random() * 4) : 30_000);
    assert.deepEqual(read(library(), huge, sizeOf), huge, `seed ${seed}`);
  }
});

test('a frame that one receiver had is not parsed again for the next, even with other frames between', () => {
  let parsed = 0;
  const frames = library(() => parsed++);
  read(frames, ['a', 'b', 'c']);
  assert.equal(parsed, 3);
  assert.deepEqual(read(frames, ['a', 'b', 'c']), ['a', 'b', 'c']);
  assert.equal(parsed, 3);
  assert.deepEqual(read(frames, ['a', 'own ack', 'b', 'c']), ['a', 'own ack', 'b', 'c']);
  assert.equal(parsed, 4);
});

test('a receiver whose frames differ from the others’ is read as it came', () => {
  const frames = library();
  read(frames, ['a', 'b', 'c', 'd', 'same beginning, one end']);
  for (const other of [
    ['a', 'c', 'd'],
    ['a', 'b', 'b', 'c', 'd'],
    ['a', 'c', 'b', 'd'],
    ['a', 'b', 'C', 'd'],
    ['c', 'd', 'same beginning, two end'],
  ])
    for (const size of [1, 3, 100]) assert.deepEqual(read(frames, other, () => size), other); // prettier-ignore
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frame } from '../attacks/rawSocket.js';
import { encodeFrame, FrameReader } from '../proxy/frames.js';

const text = (/** @type {string} */ words) => ({ opcode: 1, payload: Buffer.from(words) });

for (const length of [0, 1, 125, 126, 65_535, 65_536]) {
  test(`a frame of ${length} bytes reads as it was written, masked or not`, () => {
    for (const masked of [false, true]) {
      const payload = Buffer.alloc(length, 'x');
      const [read] = new FrameReader().push(encodeFrame({ opcode: 2, payload }, masked));
      assert.equal(read.opcode, 2);
      assert.equal(read.fin, true);
      assert.deepEqual(read.payload, payload);
    }
  });
}

test('frames that come byte by byte are read when they are whole', () => {
  const reader = new FrameReader();
  const bytes = Buffer.concat([encodeFrame(text('one'), false), encodeFrame(text('two'), true)]);
  const read = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])));
  assert.deepEqual(
    read.map(({ payload }) => payload.toString()),
    ['one', 'two'],
  );
});

test('a frame keeps its bytes as they came', () => {
  const bytes = frame({ opcode: 1, payload: Buffer.from('masked with a key'), fin: false });
  const [read] = new FrameReader().push(bytes);
  assert.deepEqual(read.raw, bytes);
  assert.equal(read.fin, false);
  assert.equal(read.payload.toString(), 'masked with a key');
});

test('an attacker may claim another length than there is', () => {
  const bytes = frame({ opcode: 1, payload: Buffer.from('abc'), length: 70_000 });
  assert.equal(bytes.readBigUInt64BE(2), 70_000n);
  assert.deepEqual(new FrameReader().push(bytes), []);
});

test('an attacker may write a length longer than it needs to be', () => {
  const [read] = new FrameReader().push(frame({ opcode: 9, payload: Buffer.from('hi'), lengthBytes: 8 }));
  assert.equal(read.payload.toString(), 'hi');
});

import assert from 'node:assert/strict';
import { pause } from '../../suite/expect.js';
import { freshClientId } from '../../suite/person.js';
import { entries, entry } from '../entry.js';
import { holdOpen } from '../rawHttp.js';
import { frame } from '../rawSocket.js';

const text = Buffer.from('hello');
/** @param {number} code @param {string | Buffer} [reason] */
const close = (code, reason = '') =>
  frame({ opcode: 8, payload: Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]) });

/** Frames after which RFC 6455 (5.1-5.5, 7.4) has the socket closed, and with which code. @type {Record<string, [Buffer[], number[]]>} */
const fatal = {
  ...Object.fromEntries(
    [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [
      `reserved opcode ${opcode}`,
      [[frame({ opcode, payload: text })], [1002]],
    ]),
  ),
  ...Object.fromEntries(
    [4, 2, 1, 7].map((reserved) => [
      `reserved bits ${reserved.toString(2)}`,
      [[frame({ opcode: 1, payload: text, reserved })], [1002]],
    ]),
  ),
  'an unmasked frame': [[frame({ opcode: 1, payload: text, masked: false })], [1002]],
  'an unmasked ping': [[frame({ opcode: 9, masked: false })], [1002]],
  'a ping of 126 bytes': [[frame({ opcode: 9, payload: Buffer.alloc(126) })], [1002]],
  'a close of 200 bytes': [
    [frame({ opcode: 8, payload: Buffer.concat([Buffer.from([3, 232]), Buffer.alloc(198, 97)]) })],
    [1002],
  ],
  'a ping in fragments': [[frame({ opcode: 9, fin: false })], [1002]],
  'a close in fragments': [[frame({ opcode: 8, fin: false })], [1002]],
  'a continuation of nothing': [[frame({ opcode: 0, payload: text })], [1002]],
  'a new message amid the fragments of another': [
    [frame({ opcode: 1, payload: text, fin: false }), frame({ opcode: 1, payload: text })],
    [1002],
  ],
  'a close of one byte': [[frame({ opcode: 8, payload: Buffer.from([3]) })], [1002]],
  ...Object.fromEntries(
    [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map((code) => [
      `close code ${code}`,
      [[close(code)], [1002]],
    ]),
  ),
  'a close reason that is not UTF-8': [[close(1000, Buffer.from([0xff, 0xfe]))], [1002, 1007]],
  'text that is not UTF-8': [[frame({ opcode: 1, payload: Buffer.from([0x68, 0xff]) })], [1007]],
  'text that ends within a character': [[frame({ opcode: 1, payload: Buffer.from([0xe2, 0x82]) })], [1007]],
  'a surrogate in UTF-8': [[frame({ opcode: 1, payload: Buffer.from([0xed, 0xa0, 0x80]) })], [1007]],
  'fragments that are UTF-8 only each by itself': [
    [
      frame({ opcode: 1, payload: Buffer.from([0xe2]), fin: false }),
      frame({ opcode: 0, payload: Buffer.from([0x41]) }),
    ],
    [1007],
  ],
  'a frame that claims 2^63 bytes': [[frame({ opcode: 1, length: 1n << 63n, lengthBytes: 8 })], [1002, 1009]],
  'a frame that claims 10 MB': [[frame({ opcode: 1, length: 10_000_000 })], [1009]],
  'a binary frame that claims 10 MB': [[frame({ opcode: 2, length: 10_000_000 })], [1009]],
  'fragments of 70 KB in all': [
    [
      frame({ opcode: 1, payload: Buffer.alloc(40_000, 97), fin: false }),
      frame({ opcode: 0, payload: Buffer.alloc(30_000, 97) }),
    ],
    [1009],
  ],
};

export const list = [
  ...entries('frame', fatal, async (h, [frames, codes]) => {
    const raw = await h.joined();
    for (const bytes of frames) raw.write(bytes);
    const code = await raw.closeCode();
    assert.ok(codes.includes(code), code ? `closed with ${code}` : 'the socket is still open');
  }),

  entry('a good close is answered with a close', async (h) => {
    const raw = await h.joined();
    raw.write(close(1000, 'bye'));
    assert.ok([1000, 1005].includes(await raw.closeCode()));
  }),

  entry('a close frame without a code is answered', async (h) => {
    const raw = await h.joined();
    raw.write(frame({ opcode: 8 }));
    assert.ok([1000, 1005].includes(await raw.closeCode()));
  }),

  entry('a message after the close frame is not stored', async (h) => {
    const raw = await h.joined();
    const clientId = freshClientId();
    raw.write(close(1000));
    raw.say(h.wire.packet({ text: 'after the end', clientId }));
    await pause(200);
    const { messages } = await h.person.page('limit=50');
    assert.ok(!messages.some((/** @type {any} */ message) => message.clientId === clientId));
  }),

  entry('a length written longer than it needs to be', async (h) => {
    const raw = await h.joined();
    raw.write(frame({ opcode: 9, payload: text, lengthBytes: 8 }));
    await pause(100);
  }),

  entry('a message in single bytes is read all the same', async (h) => {
    const raw = await h.joined();
    const clientId = freshClientId();
    const bytes = frame({ opcode: 1, payload: Buffer.from(h.wire.packet({ text: 'drop by drop', clientId })) });
    for (const byte of bytes) {
      raw.write(Buffer.from([byte]));
      await pause(1);
    }
    assert.ok(await raw.text((said) => said.includes(clientId)), 'no ack came');
  }),

  entry('a control frame between the fragments of a message', async (h) => {
    const raw = await h.joined();
    const clientId = freshClientId();
    const packet = Buffer.from(h.wire.packet({ text: 'in two', clientId }));
    raw.write(frame({ opcode: 1, payload: packet.subarray(0, 9), fin: false }));
    raw.write(frame({ opcode: 9, payload: text }));
    raw.write(frame({ opcode: 0, payload: packet.subarray(9) }));
    assert.ok(await raw.text((said) => said.includes(clientId)), 'no ack came');
    assert.ok(
      raw.frames.some(({ opcode, payload }) => opcode === 10 && payload.equals(text)),
      'no pong came',
    );
  }),

  entry('fragments that never end', async (h) => {
    const raw = await h.joined();
    raw.write(frame({ opcode: 1, payload: text, fin: false }));
    const piece = frame({ opcode: 0, payload: Buffer.from('x'), fin: false });
    for (let i = 0; i < 20; i++) {
      raw.write(Buffer.concat(Array.from({ length: 1000 }, () => piece)));
      await pause(5);
    }
  }),

  entry('empty fragments by the ten thousand', async (h) => {
    const raw = await h.joined();
    raw.write(frame({ opcode: 1, fin: false }));
    const piece = frame({ opcode: 0, fin: false });
    for (let i = 0; i < 10; i++) raw.write(Buffer.concat(Array.from({ length: 1000 }, () => piece)));
    await pause(300);
  }),

  entry('fifty frames that stop half-way', async (h) => {
    for (let i = 0; i < 50; i++) {
      const raw = await h.socket();
      raw.write(frame({ opcode: 1, payload: Buffer.alloc(100, 97), length: 60_000 }));
    }
    await pause(500);
  }),

  entry('five thousand pings at once', async (h) => {
    const raw = await h.joined();
    raw.write(Buffer.concat(Array.from({ length: 5000 }, () => frame({ opcode: 9, payload: text }))));
    await pause(500);
  }),

  entry('pongs nobody asked for', async (h) => {
    const raw = await h.joined();
    raw.write(Buffer.concat(Array.from({ length: 1000 }, () => frame({ opcode: 10, payload: text }))));
    await pause(100);
    assert.equal(await raw.closeCode(1), 0, 'RFC 6455, 5.5.3 allows them');
  }),

  entry('ten thousand empty messages', async (h) => {
    const raw = await h.joined();
    raw.write(Buffer.concat(Array.from({ length: 10_000 }, () => frame({ opcode: 1 }))));
    await pause(300);
  }),

  entry('binary where text belongs', async (h) => {
    const raw = await h.joined();
    const clientId = freshClientId();
    raw.write(frame({ opcode: 2, payload: Buffer.from(h.wire.packet({ text: 'binary', clientId })) }));
    raw.write(frame({ opcode: 2, payload: Buffer.alloc(5000, 0xff) }));
    await pause(200);
  }),

  entry('a connection that is reset in the middle of a frame', async (h) => {
    for (let i = 0; i < 20; i++) {
      const raw = await h.joined();
      raw.write(frame({ opcode: 1, payload: Buffer.alloc(10), length: 1000 }));
      raw.socket.resetAndDestroy();
    }
  }),

  entry('noise on a hundred new connections', async (h) => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256));
    const { release } = await holdOpen(h.socketPort, 100, noise);
    await pause(300);
    release();
  }),
];

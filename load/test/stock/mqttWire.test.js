import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClientId, textOf } from '../../ledger/clientIds.js';
import { connect, identifierOf, publish, publishedIn, readPackets, subscribe } from '../../stock/mqttPackets.js';
import { mqttWire } from '../../stock/mqttWire.js';

const wire = mqttWire();
const hex = (/** @type {string} */ text) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const clientIdOf = (/** @type {number} */ number) => makeClientId({ run: 'r', sender: 0, number, intendedAt: 1e12 });

/** As a broker sends it at QoS 0. @param {string} body */
function published(body) {
  const length = 6 + Buffer.byteLength(body);
  const header = length < 128 ? [0x30, length] : [0x30, 0x80 | (length % 128), Math.floor(length / 128)];
  return Buffer.concat([Buffer.from(header), hex('0004'), Buffer.from(`chat${body}`)]);
}

/** @param {number} number */
const message = (number) => {
  const [packet] = readPackets(Buffer.from(wire.message('', clientIdOf(number), number))).packets;
  return published(publishedIn(packet).toString());
};

test('what is sent are the bytes of MQTT 3.1.1', () => {
  assert.deepEqual(connect(), hex('10 0c 0004 4d515454 04 02 0000 0000'));
  assert.deepEqual(subscribe('chat'), hex('82 09 0001 0004 63686174 00'));
  assert.deepEqual(publish({ topic: 'chat', body: 'hi', identifier: 258 }), hex('32 0a 0004 63686174 0102 6869'));
});

test('a packet is as long as its header says in one byte, two or three', () => {
  for (const size of [0, 100, 119, 120, 5000, 16_375, 16_376, 70_000]) {
    const body = 'x'.repeat(size);
    const bytes = publish({ topic: 'chat', body, identifier: 1 });
    const { packets, whole } = readPackets(Buffer.concat([bytes, bytes]));
    assert.deepEqual([packets.length, whole], [2, true], `${size} bytes`);
    for (const packet of packets) assert.equal(publishedIn(packet).toString(), body);
  }
});

test('identifiers go from 1 to 65535 and round again', () => {
  assert.deepEqual([0, 65_534, 65_535].map(identifierOf), [1, 65_535, 1]);
});

test('messages that share a frame are all of them read', () => {
  const { meaning, messages, shared } = wire.read(Buffer.concat([message(0), message(1), message(2)]));
  assert.deepEqual([meaning.kind, messages, shared], ['messages', 3, true]);
  assert.deepEqual(
    meaning.messages?.map(({ id, clientId, text }) => [id, clientId, text]),
    [0, 1, 2].map((number) => [number + 1, clientIdOf(number), textOf(clientIdOf(number))]),
  );
});

test('what a frame cuts, or mixes with a message, ends the connection aloud instead of being left out', () => {
  const bytes = Buffer.concat([message(0), message(1)]);
  for (let end = 1; end < bytes.length; end++) {
    if (end === message(0).length) continue;
    assert.equal(wire.read(bytes.subarray(0, end)).meaning.kind, 'closing', `cut after ${end} bytes`);
  }
  assert.equal(wire.read(Buffer.concat([message(0), hex('40 02 0001')])).meaning.kind, 'closing');
});

test('who may not connect or subscribe is told so; who may has joined with the SUBACK', () => {
  const kinds = ['20 02 00 00', '20 02 00 05', '90 03 0001 00', '90 03 0001 80', 'd0 00'].map(
    (text) => wire.read(hex(text)).meaning.kind,
  );
  assert.deepEqual(kinds, ['open', 'refused', 'joined', 'refused', 'other']);
});

test('a PUBACK acknowledges the message whose identifier it names', () => {
  assert.deepEqual(wire.read(hex('40 02 0102')).meaning, { kind: 'ack', key: wire.ackKey('', 257), taken: true });
});

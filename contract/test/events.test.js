import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecs } from '../proxy/events.js';

const { 'socket.io': socketio, pusher } = codecs;

/** @param {import('../proxy/events.js').Codec} codec @param {string} text */
const same = (codec, text) => assert.equal(codec.encode(codec.decode(text)), text);

test('a Socket.IO event, with an ack id or without, is written as it was read', () => {
  for (const text of ['42["messages",{"messages":[]}]', '4217["message",{"text":"a"}]']) same(socketio, text);
  assert.deepEqual(socketio.decode('4217["message",{"text":"a"}]').payload, { text: 'a' });
});

test('a Socket.IO ack is the event ack', () => {
  const event = socketio.decode('437[{"ok":true}]');
  assert.equal(event.name, 'ack');
  assert.deepEqual(event.payload, { ok: true });
  same(socketio, '437[{"ok":true}]');
});

test('what is no event of Socket.IO passes as it is', () => {
  for (const text of ['2', '3probe', '40', '42["cut', '44{"message":"no"}', '']) {
    assert.equal(socketio.decode(text).name, 'packet');
    same(socketio, text);
  }
});

test('a Pusher event of the server has its data as a JSON string', () => {
  const text = '{"event":"messages","channel":"presence-chat","data":"{\\"messages\\":[]}"}';
  assert.deepEqual(pusher.decode(text).payload, { messages: [] });
  same(pusher, text);
});

test('a Pusher client event is the event without client-', () => {
  const text = '{"event":"client-message","channel":"presence-chat","data":{"text":"a","clientId":"c"}}';
  assert.equal(pusher.decode(text).name, 'message');
  assert.deepEqual(JSON.parse(pusher.encode(pusher.decode(text))), JSON.parse(text));
});

test('a Pusher ack keeps its clientId through a change', () => {
  const event = pusher.decode(
    '{"event":"ack","channel":"presence-chat","data":"{\\"clientId\\":\\"c\\",\\"ok\\":true}"}',
  );
  assert.deepEqual(event.payload, { ok: true });
  const { data } = JSON.parse(pusher.encode({ ...event, payload: { ok: false } }));
  assert.deepEqual(JSON.parse(data), { clientId: 'c', ok: false });
});

test('what is no event of Pusher passes as it is', () => {
  for (const text of ['{"event":', 'null', '[]', '{"event":7}']) same(pusher, text);
});

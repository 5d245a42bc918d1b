import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { beforeEach, mock, test } from 'node:test';
import { watchHeartbeats } from '../../../src/store/mongo/watchHeartbeats.js';

const MS = 8000;
const a = { connectionId: 'a:1' };
const b = { connectionId: 'b:1' };

beforeEach((t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
});

function watched() {
  const client = new EventEmitter();
  const stuck = mock.fn();
  watchHeartbeats(client, MS, stuck);
  return { client, stuck, calls: () => stuck.mock.callCount() };
}

test('a check that ends in time is none that is stuck, however it ends and whoever else is asked', () => {
  const { client, calls } = watched();
  for (const end of ['serverHeartbeatSucceeded', 'serverHeartbeatFailed']) {
    client.emit('serverHeartbeatStarted', a);
    client.emit('serverHeartbeatStarted', b);
    mock.timers.tick(MS - 1);
    client.emit(end, a);
    client.emit(end, b);
  }
  client.emit('serverHeartbeatStarted', a);
  client.emit('serverClosed', { address: 'a:1' });
  mock.timers.tick(10 * MS);
  assert.equal(calls(), 0);
});

test('a check that does not end is told once, though another server answers', () => {
  const { client, calls } = watched();
  client.emit('serverHeartbeatStarted', a);
  client.emit('serverHeartbeatStarted', b);
  mock.timers.tick(MS / 2);
  client.emit('serverHeartbeatSucceeded', b);
  mock.timers.tick(MS / 2 - 1);
  assert.equal(calls(), 0);
  mock.timers.tick(1);
  assert.equal(calls(), 1);
  client.emit('serverHeartbeatStarted', b);
  mock.timers.tick(10 * MS);
  assert.equal(calls(), 1);
});

test('what is closed on purpose is not stuck', () => {
  const { client, calls } = watched();
  client.emit('serverHeartbeatStarted', a);
  client.emit('topologyClosed', {});
  mock.timers.tick(10 * MS);
  assert.equal(calls(), 0);
});

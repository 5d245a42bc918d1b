import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { Presence } from '../../src/chat/presence.js';
import { followOthers } from '../../src/cluster/followOthers.js';

const ann = { id: 'id of ann', name: 'ann' };

test('typing ends when the user has left the last process', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const link = new EventEmitter();
  const ignore = () => {};
  const presence = new Presence(ignore, ignore, Infinity);
  const stopped = [];
  const typing = { stop: (id) => stopped.push(id) };
  followOthers(link, { store: {}, presence, typing });
  link.emit('news', 'joined', ann, 'b');
  link.emit('news', 'joined', ann, 'c');
  link.emit('news', 'left', ann, 'b');
  assert.deepEqual(stopped, []);
  link.emit('news', 'left', ann, 'c');
  assert.deepEqual(stopped, [ann.id]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNote } from '../../floods/floodLevel.js';

test('a flood says where ab, not the server, set the figure', () => {
  const quiet = { abCores: 0.5, processes: 1, serverCores: 0.9, cores: 2 };
  assert.equal(clientNote(quiet), null);
  assert.match(clientNote({ ...quiet, abCores: 0.95 }) ?? '', /ab was busy throughout/);
});

test('several ab processes that fill the machine leave the server none of it, and the row says so', () => {
  const full = { abCores: 1.6, processes: 2, serverCores: 0.32, cores: 2 };
  assert.match(clientNote(full) ?? '', /ab took 1\.6 of the 2 cores/);
  assert.equal(clientNote({ ...full, cores: 8 }), null, 'there was room for both');
  assert.match(clientNote({ ...full, abCores: 0.2, serverCores: 1.75 }) ?? '', /the server had 1\.8 of the 2 cores/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gathering } from '../../chat/gathering.js';

const S = 1000;

test('sending waits for the last user, however long the logins take', () => {
  const gathering = new Gathering(3, 0);
  assert.equal(gathering.look(1, 5 * S), 'waiting');
  gathering.arrivalsAreOver(10 * S);
  for (const [joined, at] of [
    [1, 25 * S],
    [2, 29 * S],
    [2, 48 * S],
  ])
    assert.equal(gathering.look(joined, at), 'waiting');
  assert.equal(gathering.look(3, 60 * S), 'complete');
});

test('nothing is sent while users still arrive, though all places are taken', () => {
  const gathering = new Gathering(3, 0);
  assert.equal(gathering.look(3, 5 * S), 'waiting');
  gathering.arrivalsAreOver(6 * S);
  assert.equal(gathering.look(3, 6 * S), 'complete');
});

test('a user who never joins does not hold up the others for good', () => {
  const gathering = new Gathering(3, 0);
  gathering.arrivalsAreOver(10 * S);
  gathering.look(2, 12 * S);
  assert.equal(gathering.look(2, 31 * S), 'waiting');
  assert.equal(gathering.look(2, 33 * S), 'given up');
});

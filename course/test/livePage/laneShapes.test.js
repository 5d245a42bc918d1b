import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanePaths, queuePath, stretches } from '../../livePage/page/laneShapes.js';

/**
 * @param {string} letters one look each, a quarter of a second apart
 * @param {Array<number | null>} [waiting]
 * @returns {any[]}
 */
const looks = (letters, waiting = []) =>
  [...letters].map((loop, place) => ({
    at: 1000 + 250 * place,
    chats: { node: { loop, waiting: waiting[place] ?? 0 } },
  }));
const letterIn = (/** @type {any} */ { chats }) => chats.node?.loop;
const place = { top: 10, height: 20, xOf: (/** @type {number} */ at) => at / 10 };

test('what a lane did is as few stretches as there are, each from the look before', () => {
  assert.deepEqual(stretches(looks('iibbw'), letterIn), [
    { state: 'idle', from: 750, to: 1250 },
    { state: 'busy', from: 1250, to: 1750 },
    { state: 'waiting', from: 1750, to: 2000 },
  ]);
});

test('where nobody looked nothing is drawn', () => {
  const [one, other] = looks('bb');
  other.at = 9000;
  assert.deepEqual(stretches([one, other], letterIn), [
    { state: 'busy', from: 750, to: 1000 },
    { state: 'busy', from: 8750, to: 9000 },
  ]);
});

test('where nobody looked no queue is drawn', () => {
  const [one, other] = looks('ww', [1, 1]);
  other.at = 9000;
  const path = queuePath([one, other], 'node', place);
  assert.equal(path, 'M75 30V10H100V30ZM875 30V10H900V30Z');
});

test('each state has a form of its own, and whoever is away a gap', () => {
  const paths = lanePaths(stretches(looks('ibwa'), letterIn), place);
  assert.equal(paths.idle, 'M75 20H100');
  assert.equal(paths.busy, 'M100 10H125V30H100Z');
  assert.equal(paths.waiting, 'M125 10H150V30H125Z');
});

test('one request that waits is seen beside a thousand', () => {
  const path = queuePath(looks('iii', [0, 1, 1000]), 'node', place);
  assert.equal(path, 'M100 30V27H125V30ZM125 30V10H150V30Z');
});

test('as many that wait are drawn as high on both chats', () => {
  const both = looks('iii', [2, 0, 0]);
  for (const { chats } of both) chats.laravel = { ...chats.node };
  both[2].chats.laravel.waiting = 800;
  const [node] = queuePath(both, 'node', place).split('Z');
  const [laravel] = queuePath(both, 'laravel', place).split('Z');
  assert.equal(node, laravel);
});

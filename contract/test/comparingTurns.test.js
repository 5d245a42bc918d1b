import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { compare } from '../comparing/compare.js';
import { Mix } from '../comparing/mix.js';
import { Pair } from '../comparing/pair.js';
import { afterSilence } from '../comparing/patience.js';
import { isUnreadable } from '../comparing/payloads.js';
import { Progress } from '../comparing/progress.js';
import { Turns } from '../comparing/turns.js';
import { Person } from '../suite/person.js';
import { learnServer } from '../suite/server.js';
import { fakeChat } from './fakeChat.js';

test('who stores runs alone and in order, then those who read run side by side, and nobody else waits', async () => {
  const of = (/** @type {string} */ orders) =>
    [...orders].map((order) => ({ order: { s: 'stores', r: 'reads', '-': 'free' }[order] }));
  const episodes = ['ssr', 's-r', '---', 'rs-'].map(of);
  const turns = new Turns(/** @type {any} */ (episodes));
  const log = [];
  const running = new Set();
  await Promise.all(
    episodes.map(async (steps, episode) => {
      for (const [place, { order }] of steps.entries()) {
        await turns.take(episode, place, async () => {
          const ordered = [...running].filter((name) => !name.endsWith('free'));
          if (order === 'stores') assert.deepEqual(ordered, []);
          if (order === 'reads') assert.ok(ordered.every((name) => name.endsWith('reads')));
          const name = `${episode}${place} ${order}`;
          running.add(name);
          for (let more = 0; more < 1 + episode; more++) await turn();
          running.delete(name);
          log.push(name);
        });
      }
    }),
  );
  const stored = log.filter((name) => name.endsWith('stores'));
  assert.deepEqual(stored, ['00 stores', '10 stores', '01 stores', '31 stores']);
  assert.equal(log.length, 12);
});

test('a turn that fails lets the next begin', async () => {
  const turns = new Turns(/** @type {any} */ ([[{ order: 'stores' }], [{ order: 'stores' }]]));
  await assert.rejects(
    turns.take(0, 0, () => Promise.reject(new Error('away'))),
    /away/,
  );
  assert.equal(await turns.take(1, 0, async () => 'next'), 'next');
});

test('a run tells every ten seconds how far it is, by calls or by time', () => {
  const lines = [];
  const progress = new Progress({ requests: 1000, say: (line) => lines.push(line) });
  const at = (/** @type {number} */ seconds) => progress.began + 1000 * seconds;
  progress.reach(10, at(9));
  progress.reach(100, at(10));
  progress.reach(150, at(15));
  progress.reach(400, at(20));
  assert.deepEqual(lines, ['100 of 1000 calls, 10/s, 1.5 min left', '400 of 1000 calls, 20/s, 0.5 min left']);
  const timed = new Progress({ requests: Infinity, seconds: 70, say: (line) => lines.push(line) });
  timed.reach(50, timed.began + 10_000);
  assert.equal(lines[2], '50 calls, 5/s, 1.0 min left');
});

test('a run ends when its seconds are over, and counts what a socket sends', async () => {
  const fakes = [await fakeChat(), await fakeChat()];
  const servers = await Promise.all(fakes.map(({ url }) => learnServer(url)));
  const mix = new Mix();
  const onTaken = (/** @type {any[][]} */ episodes) => episodes.forEach((steps) => mix.add(steps));
  const found = await compare(new Pair(...servers), {
    requests: Infinity,
    seconds: 0.1,
    seed: 4,
    abreast: 8,
    onTaken,
  });
  for (const fake of fakes) fake.close();
  assert.deepEqual(found, []);
  assert.match(`${mix}`, /^messages by socket \d{3,}, .*socket, join \d+/);
});

test('while the client itself stands still nobody is silent', async () => {
  const heard = await new Promise((resolve) => {
    const stop = afterSilence(600, () => resolve('silence'));
    setTimeout(() => {
      const until = Date.now() + 700;
      while (Date.now() < until);
      // As what had come while it stood still.
      setTimeout(() => [stop(), resolve('an answer')], 20);
    }, 10);
  });
  assert.equal(heard, 'an answer');
  assert.equal(await new Promise((resolve) => afterSilence(30, () => resolve('silence'))), 'silence');
});

test('where somebody else writes to one of the servers nothing is compared', async () => {
  const fakes = [await fakeChat(), await fakeChat()];
  const servers = await Promise.all(fakes.map(({ url }) => learnServer(url)));
  const pair = new Pair(...servers);
  await pair.begin();
  const stranger = await Person.enter(servers[1], 'stranger');
  await stranger.store();
  await assert
    .rejects(pair.take([[]]), /stranger writes to .* meanwhile/)
    .finally(() => fakes.forEach((fake) => fake.close()));
});

test('a payload may go unanswered where a JSON reader may refuse its frame', () => {
  const lists = (/** @type {number} */ levels) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(!isUnreadable(`{"text":"x","deep":${lists(31)}}`));
  assert.ok(isUnreadable(`{"text":"x","deep":${lists(32)}}`));
  assert.ok(!isUnreadable('{"text":"\\ud83d\\ude00"}'));
  assert.ok(isUnreadable('{"text":"\\ud83d"}'));
  assert.ok(isUnreadable('{"\\ud83d":1}'));
  const members = (/** @type {number} */ count) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 0])));
  assert.ok(!isUnreadable(members(240)));
  assert.ok(isUnreadable(members(260)));
});

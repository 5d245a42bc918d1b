import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asCurl, bytesOf } from '../comparing/call.js';
import { compare } from '../comparing/compare.js';
import { differences } from '../comparing/differences.js';
import { episode, httpEpisode } from '../comparing/episodes.js';
import { Pair } from '../comparing/pair.js';
import { isDoubtful } from '../comparing/doubtful.js';
import { Dice } from '../comparing/random.js';
import { valueShown } from '../comparing/shown.js';
import { shrink } from '../comparing/shrink.js';
import { startProxy } from '../proxy/startProxy.js';
import { learnServer } from '../suite/server.js';
import { fakeChat } from './fakeChat.js';

const requests = 700;
const plain = { make: (/** @type {number} */ seed) => httpEpisode(new Dice(seed)), abreast: 12 };

/** @param {{url: string}} one @param {{url: string}} other @param {Partial<import('../comparing/compare.js').Options> & {patienceMs?: number}} [options] */
async function disagreements(one, other, { patienceMs, ...options } = {}) {
  const servers = await Promise.all([one, other].map(({ url }) => learnServer(url)));
  const pair = new Pair(...servers);
  if (patienceMs) for (const side of pair.sides) side.patienceMs = patienceMs;
  return compare(pair, { requests, seed: 1, tries: 2, abreast: 6, ...options });
}

test('of a search what was found since the two are compared is held against the other, unless one has ended before', () => {
  const side = /** @type {any} */ ({ base: 5, users: new Map(), heard: () => {} });
  const message = (/** @type {number} */ id) => ({ id, text: 'a', clientId: 'c' });
  const shownOf = (/** @type {number[]} */ ids, /** @type {boolean} */ more, /** @type {number} */ searchedTo) => ({
    status: 200,
    body: valueShown({ messages: ids.map(message), more, searchedTo }, side),
  });
  const complete = shownOf([7], false, 1);
  assert.deepEqual(shownOf([3, 4, 7], true, 3), complete);
  assert.deepEqual(shownOf([7, 8], true, 7).body.searchedTo, 2);
  const search = { method: 'GET', target: '/messages?text=a', headers: [] };
  assert.ok(!isDoubtful(search, complete, shownOf([], false, 1)));
  assert.ok(!isDoubtful(search, shownOf([7, 8], true, 7), shownOf([8], true, 8)));
  assert.ok(isDoubtful(search, complete, shownOf([8], true, 7)));
});

/** What two fakes are told apart by, where the second has that fault: until that kind is among it. */
async function told(spoil, kind = '') {
  const [one, other] = [await fakeChat(), await fakeChat(spoil)];
  try {
    return await disagreements(one, other, { ...plain, enough: (each) => kind && each.kind.includes(kind) });
  } finally {
    one.close();
    other.close();
  }
}

test('an empty precondition lets a file be refused with 412, and nothing else', () => {
  const call = (target, value) => ({ method: 'GET', target, headers: [['if-match', value]] });
  const [refused, sent] = [{ status: 412 }, { status: 200 }];
  for (const address of ['/web/main.js', 'http://any.example/web/main.js']) {
    assert.ok(isDoubtful(call(address, ''), sent, refused), address);
  }
  for (const each of [call('/web/main.js', '"x"'), call('/me', ''), call('http://any.example/me', '')])
    assert.ok(!isDoubtful(each, sent, refused));
  assert.ok(!isDoubtful(call('/web/main.js', ''), sent, { status: 500 }));
});

test('what stands for something else is as good as it, unless it was bent and stands for itself', () => {
  const call = (target) => ({ method: 'GET', target, headers: [] });
  const [refused, answered] = [{ status: 400, body: '' }, { status: 404 }];
  assert.ok(!isDoubtful(call('/%6de?x=‹c3›'), refused, answered));
  assert.ok(isDoubtful(call('/%6de?x=‹%633›'), refused, answered));
});

test('a head that cannot be read may be waited for in vain, one that can may not', () => {
  const call = (name) => ({ method: 'GET', target: '/me', headers: [[name, 'x']] });
  const [waited, answered] = [{ status: 408, body: '' }, { status: 404 }];
  assert.ok(isDoubtful(call('x-é'), waited, answered));
  assert.ok(!isDoubtful(call('x-e'), waited, answered));
});

test('a seed makes the same calls again', () => {
  assert.deepEqual(episode(5), episode(5));
  assert.notDeepEqual(episode(5), episode(6));
});

test('two servers that do the same do not differ', async () => {
  assert.deepEqual(await told(), []);
});

test('two servers that do the same, each on its own wire, do not differ', async () => {
  const [one, other] = [await fakeChat(), await fakeChat(undefined, 'pusher')];
  const found = await disagreements(one, other).finally(() => [one, other].forEach((each) => each.close()));
  assert.deepEqual(found, []);
});

describe('two servers that differ in one thing are told apart by', () => {
  const faults = {
    status: [
      (call, answer) => answer.status === 405 && call.method !== 'POST' && (answer.status = 500),
      'status: 405 and 500',
    ],
    code: [
      (_, answer) => answer.json?.error?.code === 'empty_text' && (answer.json.error.code = 'empty'),
      'error.code',
    ],
    field: [(call, answer) => call.path === '/me' && answer.json?.user && (answer.json.more = 1), 'body.more'],
    header: [
      (call, answer) => call.path === '/config' && (answer.headers['cache-control'] = 'x'),
      'headers.cache-control',
    ],
    cookie: [
      (_, answer) => answer.headers['set-cookie'] && (answer.headers['set-cookie'] += '; Domain=x'),
      'set-cookie',
    ],
    user: [(call, answer) => call.path === '/me' && answer.json?.user && (answer.json.user.id += 'x'), 'user.id'],
    text: [(call, answer) => answer.json?.message && (answer.json.message.text += ' '), 'message.text'],
    list: [
      (call, answer) => answer.json?.messages && call.query.has('before') && answer.json.messages.pop(),
      'messages',
    ],
  };
  for (const [name, [spoil, expected]] of Object.entries(faults)) {
    test(name, async () => {
      const found = await told(spoil, expected);
      assert.ok(
        found.some(({ kind }) => kind.includes(expected)),
        `expected ${expected} among ${found.map(({ kind }) => kind)}`,
      );
    });
  }
});

test('a message that only one of them stores is told as an effect', async () => {
  // It says 422 as the other does, and stores all the same.
  const [one, other] = [await fakeChat(), await fakeChat()];
  const mutant = {
    name: 'stores what it refuses',
    breaks: [],
    request: async (x) => {
      if (x.is('POST', '/messages') && x.sent?.clientId && !x.sent.text)
        x.sent = { ...x.sent, text: 'stored', refused: true };
    },
    reply: (x) => {
      if (!x.sent?.refused || x.status > 201) return;
      x.status = 422;
      x.json = { error: { code: 'empty_text', message: 'A message needs some text.' } };
    },
  };
  const [whole, broken] = [
    await startProxy(await learnServer(one.url)),
    await startProxy(await learnServer(other.url), mutant),
  ];
  const expected = (/** @type {{kind: string}} */ { kind }) => kind.includes('effect: not stored and stored');
  const found = await disagreements(whole, broken, { ...plain, enough: expected });
  for (const each of [one, other, whole, broken]) each.close();
  assert.ok(found.some(expected), found.map(({ kind }) => kind).join('; '));
});

test('a disagreement is shrunk to the calls and the parts of them that make it', async () => {
  const call = (target, rest = {}) => ({ method: 'GET', target, headers: [], ...rest });
  const steps = [
    call('/a'),
    call('/b?x=1&y=2', {
      headers: [
        ['p', 'q'],
        ['r', 's'],
      ],
    }),
    call('/c'),
    call('/d'),
  ];
  const shows = async (candidate) =>
    candidate.some(({ target }) => /y=2/.test(target)) && candidate.some(({ target }) => target === '/d');
  assert.deepEqual(await shrink(steps, shows, 80), [call('/b?y=2'), call('/d')]);
});

test('differences are named by their place, a status alone where it differs', () => {
  assert.deepEqual(differences({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }), [{ at: 'a.1.b', one: 2, other: 3 }]);
  const [one, other] = [200, 500].map((status) => ({ status, body: `${status}` }));
  assert.deepEqual(differences(one, other), [{ at: 'status', one: 200, other: 500 }]);
});

test('a call goes out byte for byte, and is shown as it would be typed', () => {
  const call = {
    method: 'POST',
    target: '//é',
    headers: [
      ['a', "it's ‹u0›"],
      ['cookie', '‹cookie0›'],
    ],
    body: '{"é":\n1}',
  };
  const fill = (text) => text.replace('‹u0›', 'Ann');
  const bytes = bytesOf(call, fill, 'h:1').toString();
  assert.equal(
    bytes,
    'POST //é HTTP/1.1\r\nhost: h:1\r\na: it\'s Ann\r\ncookie: ‹cookie0›\r\ncontent-length: 9\r\n\r\n{"é":\n1}',
  );
  const typed = asCurl(call, fill, 'http://h:1');
  assert.match(typed, /-H 'a: it'\\''s Ann' -b jar0 /);
  assert.match(typed, /--data-binary \$'\{"\\u00e9":\\x0a1\}' \$'http:\/\/h:1\/\/\\u00e9'$/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from '../chat/excerpt.js';
import { mentions, piecesOf } from '../chat/markup.js';
import { initialsOf, toneOf } from '../chat/tone.js';

/** Every function of the page that reads what a stranger wrote. @type {Record<string, (text: string) => unknown>} */
const READERS = {
  excerpt: (text) => excerpt(text, 'the'),
  'excerpt, searched for what it begins with': (text) => excerpt(text, text.slice(0, 100)),
  'excerpt, searched for eight words': (text) => excerpt(text, 'a th 0 fi \u4eac s t\u0315 h'),
  piecesOf: (text) => piecesOf(text, 'Ann'),
  'piecesOf, for one of that name': (text) => piecesOf(text, text.slice(0, 32)),
  mentions: (text) => mentions(text, 'Ann'),
  initialsOf,
  toneOf,
};

/** What texts are made of: what the page looks for, and what is dear to fold, to sort or to look up. */
const PARTS = [
  ...[
    'a',
    't',
    'he',
    'A',
    'ß',
    'ﬁ',
    'ﷺ',
    '\u0130',
    'ς',
    '0',
    '京',
    '한',
    '\u1100',
    '\u0e01',
    '\u0e33',
    '😀',
    '👩‍👩‍👧',
    '\u{1D400}',
  ],
  ...[
    '\u0301',
    '\u0315',
    '\u0323',
    '\u0345',
    '\u034f',
    '\u{1D165}',
    '\u{1D16D}',
    '\u302e',
    '\u093f',
    '\u0e38',
    '\u3099',
  ],
  ...[
    '\u200d',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    ' ',
    '\n',
    '\t',
    '\u3000',
    '_',
    '-',
    '.',
    ',',
    '(',
    ')',
    '[',
    '{',
    '}',
  ],
  ...[
    '`',
    '```',
    '``',
    '```a\n',
    '@',
    '@Ann',
    '@Ann ',
    ':',
    ':smile',
    ':smile:',
    '&',
    '/',
    '\\',
    '?',
    '#',
    '%',
    '%41',
    '[::1]',
  ],
  ...[
    'http://',
    'https://a',
    'HTTPS://',
    'http://a/',
    'http://a@',
    'http://é',
    'mailto:',
    'mailto:a@b',
    'xn--',
    'é',
    '一',
  ],
];

/** As long as a message may be, and longer, so that what grows faster than a text shows. */
const LENGTHS = [2000, 4000, 8000, 16_000];
/** So long no message may hold the page. */
const HELD_MS = 50;

/** Numbers of a seed: the same in each run. @param {number} seed */
function numbers(seed) {
  return (/** @type {number} */ below) => (seed = (seed * 48_271) % 2_147_483_647) % below;
}

/**
 * A shape of texts, to be made as long as one likes: runs of parts one after the other, or parts in turn, between two
 * parts that stand once.
 * @param {(below: number) => number} random
 * @returns {(length: number) => string}
 */
function shape(random) {
  const some = () => PARTS[random(PARTS.length)];
  const [first, last] = [some(), some()];
  const parts = Array.from({ length: 1 + random(3) }, some);
  const inRuns = random(2) === 0;
  return (length) => {
    const each = Math.ceil(length / parts.join('').length);
    const middle = inRuns ? parts.map((part) => part.repeat(each)).join('') : parts.join('').repeat(each);
    return Array.from(first + middle)
      .slice(0, length)
      .concat(last)
      .join('');
  };
}

/**
 * @param {(text: string) => unknown} read
 * @param {string} text
 * @param {number} [runs]
 * @returns {number} ms of a processor, in the best of the runs
 */
function cost(read, text, runs = 1) {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/**
 * Fails where the cost of a text grows faster than its length. A length that holds the page may cost at most ten times
 * what a quarter of it costs: four times would be linear, sixteen times quadratic.
 * @param {string} name of the reader @param {(length: number) => string} text
 */
function assertLinear(name, text) {
  const read = READERS[name];
  const length = LENGTHS.find((characters) => cost(read, text(characters)) >= HELD_MS);
  if (!length) return;
  const [quarter, whole] = [cost(read, text(length / 4), 5), cost(read, text(length), 2)];
  const told = `${quarter} ms for ${length / 4} characters like ${JSON.stringify(text(9))}, ${whole} for ${length}`;
  assert.ok(whole < HELD_MS || whole < 10 * quarter, `${name}: ${told}`);
}

test('a letter with a thousand marks of two kinds holds up no search', () => {
  for (const [late, early] of ['\u0315\u0323', '\u{1D16D}\u{1D165}'].map((pair) => [...pair])) {
    const text = (/** @type {number} */ length) => `t${late.repeat(length / 2)}${early.repeat(length / 2)}he`;
    for (const name of Object.keys(READERS)) assertLinear(name, text);
    assert.equal(excerpt(text(1996), 'th')[0].found, late === '\u0315');
  }
});

test('no text of any shape costs the page more than its length', () => {
  const random = numbers(20_261_123);
  const shapes = Number(process.env.CHAT_SHAPES ?? 150);
  for (let count = 0; count < shapes; count++) {
    const text = shape(random);
    for (const name of Object.keys(READERS)) assertLinear(name, text);
  }
});

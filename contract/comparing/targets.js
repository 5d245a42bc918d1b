/** @typedef {import('./random.js').Dice} Dice */

/** What the contract has a name for. */
export const PLACES = /^\/(?:messages|login|logout|me|online|config|empty|health|metrics)?$/;

const PATHS = ['/', '/config', '/empty', '/me', '/messages', '/online', '/login', '/logout'];
const FILES = [
  '/web/main.js',
  '/web/index.html',
  '/web/css/',
  '/web/icon.svg',
  '/web/',
  '/web',
  '/web/lib/../main.js',
  '/web/nothing.js',
];
// What costs more on one server comes seldom.
const COSTLY = ['/health', '/metrics'];

/** A path of the contract. @param {Dice} dice */
export function somewhere(dice) {
  if (dice.chance(0.06)) return dice.pick(COSTLY);
  return dice.chance(0.3) ? dice.pick(FILES) : dice.pick(PATHS);
}

const NUMBERS = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '50',
    '199',
    '200',
    '201',
    '-1',
    '',
    '00',
    '007',
    '+1',
    ' 1',
    '1 ',
    '%201',
    '1%20',
    '1.0',
    '1e1',
    '0x1',
    'NaN',
    'null',
  ],
  ...[
    '9007199254740991',
    '9007199254740992',
    '9007199254740990',
    '18446744073709551616',
    '99999999999999999999999',
    '000000000000000000001',
  ],
  ...['%31', '1%00', '%0a1', '1%0a', '١', '%D9%A1', '１', 'a', '[]', '1,2', '1;2', '"1"', '%', '%zz', '%e4'],
];
const NAMES = [
  'after',
  'before',
  'limit',
  'AFTER',
  'after[]',
  'limit[0]',
  'limit[a]',
  'be.fore',
  'be_fore',
  '%61fter',
  'limit%00',
  ' limit',
  '+limit',
  'li mit',
  'offset',
  '__proto__',
  'constructor',
  '_method',
  '',
  '%',
];

const SEARCHED = [
  'a',
  'hello',
  'm',
  'e',
  '1',
  'é',
  'E',
  'ß',
  'ss',
  '東',
  '京',
  'ﬁ',
  'İ',
  'ı',
  'и',
  '\u0301',
  'ا',
  'ש',
  '한',
  'ก',
  'हि',
  '😀',
  '',
  ' ',
  '+',
  '.',
  "'",
  '%',
  '%zz',
  '%E4',
  '%ED%A0%80',
  '%00',
  '%2B',
  '\u00ad',
  '\u200d',
  '-',
  '_',
  '0',
  '½',
  '①',
  'ｆ',
  'K',
];

/** What is searched for: some words, most of them encoded. @param {Dice} dice */
function searched(dice) {
  if (dice.chance(0.05)) return 'a'.repeat(99 + dice.below(3));
  const words = Array.from({ length: 1 + dice.below(dice.chance(0.1) ? 10 : 3) }, () => dice.pick(SEARCHED));
  const text = words.join(dice.pick([' ', '+', '', ',']));
  if (dice.chance(0.1)) return text.replace(/[^\x21-\x7e]/g, '');
  return text.replace(/[^!-~]/gu, encodeURIComponent);
}

/** A query of GET /messages; most are good ones. @param {Dice} dice */
export function queryFor(dice) {
  if (dice.chance(0.1)) return '';
  const parts = [];
  if (dice.chance(0.15)) parts.push(`text=${searched(dice)}`);
  for (let more = 1 + dice.below(3); more > 0; more--) parts.push(parameter(dice));
  const query = `?${parts.join(dice.chance(0.95) ? '&' : dice.pick(['&&', ';', '&?', '?', '%26', '&amp;']))}`;
  return dice.chance(0.03) ? query + dice.pick(['&', '?', '=', '&=', '%', '%00', '\u00e9']) : query;
}

/** @param {Dice} dice */
function parameter(dice) {
  if (dice.chance(0.1)) return `changedAfter=${dice.chance(0.8) ? `‹rev-${dice.below(8)}›` : dice.pick(NUMBERS)}`;
  const name = dice.chance(0.85) ? dice.pick(NAMES.slice(0, 3)) : dice.pick(NAMES);
  if (dice.chance(0.03)) return name;
  if (!dice.chance(0.6)) return `${name}=${dice.pick(NUMBERS)}`;
  return name === 'limit' ? `limit=${1 + dice.below(20)}` : `${name}=‹last-${dice.below(40)}›`;
}

/** @type {((path: string, dice: Dice) => string)[]} */
const CHANGES = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}.json`,
  (path) => `${path}.php`,
  (path) => `/index.php${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `${path}/..`,
  (path) => `${path}/.`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%2f`,
  (path) => `${path}%0a`,
  (path) => `${path}%c3%28`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path};a=b`,
  (path) => `${path}?`,
  (path) => `${path}#`,
  (path) => `${path}#x?a`,
  (path) => `${path}?limit=1#2`,
  (path) => `${path}??`,
  (path) => `${path}?a[]=1&a=2`,
  (path) => `${path}?%`,
  (path) => `${path}?_method=POST`,
  (path) => `${path}\\`,
  (path) => path.replace('/', '/\\'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => `/${encoded(path.slice(1, 2))}${path.slice(2)}`,
  (path, dice) => `/${[...path.slice(1)].map((c) => (dice.chance(0.5) ? encoded(c) : c)).join('')}`,
  (path) => `http://‹host›${path}`,
  (path) => `http://evil.example${path}`,
  (path) => `//evil.example${path}`,
  (path) => `${path}\u00e9`,
  (path) => `${path}/x`,
  (path) => `${path}x`,
  (path) => path.slice(0, -1) || '/',
  (path) => `${path}?${'a'.repeat(2000)}`,
  (path) => `${path}/${'a'.repeat(300)}`,
];
const ELSEWHERE = [
  ...[
    '*',
    '/nothing',
    '/favicon.ico',
    '/robots.txt',
    '/.env',
    '/.git/config',
    '/index.php',
    '/index.html',
    '/web/index.php',
  ],
  ...['/storage', '/public', '/up', '/api', '/sanctum/csrf-cookie', '/_ignition/health-check', '/socket.iox', '/app/x'],
  ...[
    '/web/package.json',
    '/web/README.md',
    '/web/test/',
    '/web/.',
    '/web/..',
    '/web/./main.js',
    '/web//main.js',
    '/web/css/../main.js',
    '/web/%2e%2e/package.json',
  ],
  ...[
    '/web/..%5c',
    '/web/%00.js',
    '/web/main.js/',
    '/web/main.js%00',
    '/web/main.js?x',
    '/web/MAIN.js',
    '/web/%6dain.js',
    '/web/lib',
    '/web/node_modules/x.js',
    '/web/test/chat.test.js',
    '/web/lib/../test/chat.test.js',
  ],
];

const encoded = (/** @type {string} */ c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** A target that is nearly, or not at all, one of the contract. @param {Dice} dice */
export function oddTarget(dice) {
  if (dice.chance(0.25)) return dice.pick(ELSEWHERE);
  let path = dice.chance(0.85) ? dice.pick(PATHS) : dice.pick(FILES);
  for (let more = dice.chance(0.15) ? 2 : 1; more > 0; more--) path = dice.pick(CHANGES)(path, dice);
  return path;
}

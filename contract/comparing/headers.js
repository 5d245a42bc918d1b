import { isDoubtfulCall } from './doubtful.js';

/** @typedef {import('./random.js').Dice} Dice @typedef {import('./call.js').Call} Call */

const ORIGINS = [
  '‹origin›',
  '‹origin›',
  'http://localhost:1',
  'http://evil.example',
  'null',
  '',
  '‹origin›/',
  'HTTP://‹host›',
  'https://‹host›',
  'http://‹host›.evil.example',
  '‹origin›, ‹origin›',
  'file://',
];
const TYPES = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'Application/JSON',
    ' application/json ',
    'application/json;',
    'application/json ;a=b',
    'application/json\t',
  ],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/jsonx',
    'application/json, text/plain',
    'application/vnd.api+json',
    'text/json',
    '',
    ';',
    'json',
    'application/x-www-form-urlencoded;/json',
    '*/*',
  ],
];
const COOKIES = [
  '‹cookie›=',
  '‹cookie›=x',
  '‹cookie›=‹value0›; ‹cookie›=x',
  '‹cookie›=x; ‹cookie›=‹value0›',
  'a=b; ‹cookie0›',
  '‹cookie0›;',
  ';‹cookie0›',
  '‹cookie›[]=x',
  '‹cookie›',
  '=‹value0›',
  ' ‹cookie0› ',
  'A‹cookie0›',
  '‹cookie›=%',
  '‹cookie›=‹value0›x',
  'a=\u00e9; ‹cookie0›',
  '$Version=1; ‹cookie0›',
  'a; ‹cookie0›',
  '‹cookie0›, a=b',
  '‹cookie0›;a=b',
  '‹cookie›="‹value0›"',
  '‹cookie› = ‹value0›',
  '‹cookie›=!‹value0›',
  'node.chat=‹value0›; laravel.chat=‹value0›',
];

/** @type {((dice: Dice) => [string, string])[]} */
const MORE = [
  (dice) => ['origin', dice.pick(ORIGINS)],
  (dice) => ['origin', dice.pick(ORIGINS)],
  (dice) => ['sec-fetch-site', dice.pick(['same-origin', 'same-site', 'cross-site', 'none', '', 'x'])],
  (dice) => [
    'accept',
    dice.pick(['*/*', 'text/html', 'application/json', 'image/png', '', 'x', 'application/xml;q=0.9']),
  ],
  (dice) => ['accept-encoding', dice.pick(['gzip', 'br', 'identity;q=0', '*', ''])],
  () => ['accept-language', 'de'],
  () => ['x-requested-with', 'XMLHttpRequest'],
  (dice) => [
    dice.pick(['x-http-method-override', 'x-http-method', 'x-method-override']),
    dice.pick(['POST', 'GET', 'DELETE', 'x']),
  ],
  (dice) => ['range', dice.pick(['bytes=0-1', 'bytes=-1', 'bytes=5-', 'bytes=9999999-', 'x', 'bytes=0-0,2-3'])],
  (dice) => ['if-none-match', dice.pick(['*', '"x"', 'W/"x"', ''])],
  (dice) => [
    dice.pick(['if-modified-since', 'if-unmodified-since']),
    dice.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', '2100-01-01', 'x', '']),
  ],
  (dice) => ['if-match', dice.pick(['*', '"x"', 'x', ''])],
  (dice) => ['connection', dice.pick(['close', 'keep-alive', 'x', 'cookie', 'upgrade'])],
  () => ['expect', '100-continue'],
  (dice) => ['content-encoding', dice.pick(['gzip', 'identity', 'x'])],
  (dice) => [
    dice.pick([
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'x-forwarded-prefix',
      'forwarded',
      'x-real-ip',
      'x-original-url',
      'x-rewrite-url',
      'x-accel-redirect',
    ]),
    dice.pick(['evil.example', '127.0.0.1', 'https', 'for=1.2.3.4', '/me', '1']),
  ],
  (dice) => ['authorization', dice.pick(['Basic eDp4', 'Bearer x', ''])],
  (dice) => [
    'host',
    dice.pick([
      'evil.example',
      'localhost',
      '‹host›',
      '',
      'a b',
      '127.0.0.1',
      '[::1]:1',
      '‹host›/x',
      'x@‹host›',
      '127.0.0.1:99999',
      '\u00e9',
    ]),
  ],
  (dice) => ['cookie', dice.pick(COOKIES)],
  (dice) => ['cookie', dice.pick(COOKIES)],
  (dice) => ['content-type', dice.pick(TYPES)],
  () => ['te', 'trailers'],
  (dice) => ['upgrade', dice.pick(['h2c', 'websocket', 'x'])],
  (dice) => ['x-long', 'x'.repeat(dice.pick([1000, 4000]))],
  (dice) => [
    dice.pick([
      'x-\u00e9',
      'proxy',
      'content-md5',
      'max-forwards',
      'via',
      'pragma',
      'cache-control',
      'dnt',
      'user-agent',
      'referer',
    ]),
    dice.pick(['', 'x', '0', 'no-cache', '\u00e9']),
  ],
];

/** Some calls with one or two headers more, or with others in their place. @param {Dice} dice @param {Call} call @returns {Call} */
export function decorated(dice, call) {
  if (dice.chance(0.55)) return call;
  let headers = call.headers;
  for (let more = dice.chance(0.2) ? 2 : 1; more > 0; more--) {
    const added = dice.pick(MORE)(dice);
    // A server may refuse what another reads: then nothing may come of it.
    if (call.body !== undefined && isDoubtfulCall({ ...call, headers: [added] })) continue;
    headers = headers.filter(([name]) => name !== added[0]);
    headers = [...headers, added];
  }
  if (dice.chance(0.03)) headers = headers.filter(([name]) => name !== 'content-type');
  return { ...call, headers: dice.chance(0.05) ? doubled(dice, headers) : headers };
}

/** Where a server in front and the one behind it may not read the same. */
const SECOND = /** @type {Record<string, string[]>} */ ({
  cookie: ['a=b', '‹cookie›=x', '‹cookie1›', ...COOKIES],
  origin: ORIGINS,
  'sec-fetch-site': ['same-origin', 'cross-site', 'none', 'x'],
  'content-type': ['application/json', 'text/plain'],
  accept: ['*/*', 'x'],
});

/** One of the headers a second time, before or behind the first. @param {Dice} dice @param {Call['headers']} headers @returns {Call['headers']} */
function doubled(dice, headers) {
  const present = headers.filter(([name]) => SECOND[name]);
  if (present.length === 0) return headers;
  const [name] = dice.pick(present);
  const second = /** @type {[string, string]} */ ([name, dice.pick(SECOND[name])]);
  return dice.chance(0.5) ? [...headers, second] : [second, ...headers];
}

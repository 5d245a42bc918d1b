import { limits } from '../suite/contract.js';

/** @typedef {import('./random.js').Dice} Dice */

/** Pieces that have upset parsers before. */
const pieces = [
  '"',
  '\\',
  '\\"',
  '\\u0000',
  '\\ud800',
  '\\uffff',
  '\0',
  '\ufeff',
  '\u2028',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '[]',
  '{}',
  'null',
  'true',
  'false',
  '-0',
  '1e999',
  '1e-999',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  'NaN',
  '"__proto__":',
  '"constructor":',
  '"toString"',
  '"length":-1',
  '[[[[[[[[[[[[[[[[',
  '{"a":{"a":{"a":{"a":',
  '"data":"',
  '"event":[',
  '"channel":{',
  '\u{1F600}',
  'a'.repeat(300),
  '<script>',
  '%00',
  '../',
];

const TEXTS = [
  ...[
    'hello',
    'a',
    ' \ttabs\nand lines ',
    'crlf\r\nhere',
    '\r',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    '<script>alert(1)</script>',
    '\u200b',
    '\ufeff',
    '\u202eevil',
    '0',
    'null',
    '%00',
    "'; DROP TABLE messages; --",
  ],
];
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\n',
    '\u00a0',
    '\u3000\u2028',
    '\ufeff',
    '\u0085',
    'a\u0000b',
    '\u001b[31m',
    '\u007f',
    '\u0080',
    '\r\r',
    '\u2029',
    '\u180e',
    '\ufffe',
    '\uffff',
    '\ufdd0',
    '\u{10ffff}',
  ],
  'x'.repeat(limits.textMax),
  'x'.repeat(limits.textMax + 1),
  '😀'.repeat(limits.textMax),
  '😀'.repeat(limits.textMax + 1),
  `${'x'.repeat(limits.textMax - 1)}\r\n`,
];
const CLIENT_IDS = [
  '',
  ' ',
  'a b',
  'é',
  'a\n',
  '‹c0›\n',
  'x'.repeat(limits.clientIdMax + 1),
  'a.b',
  '‹c1›%00',
  '-',
  '_‹c1›',
  '-‹c1›',
  '‹c1›_',
];
const LOGINS = [
  ...[
    '',
    ' ',
    '\t',
    ' ‹u0› ',
    '‹u1›',
    '‹u2›\u00a0',
    '\u3000‹u2›',
    '‹u3›\u0000',
    '‹u3›\n',
    '‹u3›\u0085',
    '‹u3›é',
    '‹u3›e\u0301',
    '‹u3›😀',
    '‹u3›\ud83d\ude00\u200d',
    '\u202e‹u3›',
    '‹u4›\u200b',
    '‹u4›\ufeff',
    '\ufeff‹u4›',
  ],
  ...[
    '‹u4›\u00ad',
    '‹u4›\ue000',
    '‹u4›\u0378',
    '‹u4›\u2028',
    '‹u4›ﬁ',
    '‹u4›\u0430',
    '‹u4›a',
    '‹U4›',
    '‹u4›\u034f',
    '‹u4›\ufe0f',
    '‹u4›\u{e0001}',
    '‹u4›\u{1f468}\u200d\u{1f469}',
    '‹u4›\u3164',
    '‹u4›\u115f',
    '‹u4›ı',
    '‹u4›İ',
    '‹u4›ß',
    '‹u4›Å',
    '‹u4›\u212b',
    '‹u4›\ufdd0',
    '‹u4›\u2800',
  ],
  'x'.repeat(limits.loginMax + 1),
  '😀'.repeat(limits.loginMax + 1),
  `${' '.repeat(40)}‹u2›${' '.repeat(40)}`,
];
const PASSWORDS = [
  'open sesame',
  'open sesame',
  'open sesame',
  '',
  ' ',
  '  ',
  'x\u0000',
  'x\u0085',
  'x'.repeat(limits.passwordMaxBytes),
  'x'.repeat(limits.passwordMaxBytes + 1),
  'é'.repeat(36),
  'é'.repeat(37),
  '\u200b',
];
/** @type {any[]} */
const VALUES = [null, 0, 7, -1, 1.5, 1e300, true, false, [], {}, [['a']], { a: 1 }, '', '‹u5›', ['x'], { length: 3 }];

/** @param {Dice} dice @param {'sound' | 'odd'} which */
export function messageFields(dice, which) {
  /** @type {Record<string, any>} */
  const fields = { text: dice.pick(TEXTS), clientId: `‹c${dice.below(6)}›` };
  if (which === 'odd') spoil(dice, fields, { text: ODD_TEXTS, clientId: CLIENT_IDS });
  return fields;
}

/** @param {Dice} dice */
export function loginFields(dice) {
  /** @type {Record<string, any>} */
  const fields = { login: `‹u${dice.below(3)}›`, password: dice.pick(PASSWORDS) };
  spoil(dice, fields, { login: LOGINS, password: PASSWORDS });
  return fields;
}

/** @param {Dice} dice @param {Record<string, any>} fields @param {Record<string, string[]>} odd */
function spoil(dice, fields, odd) {
  for (const name of Object.keys(odd)) {
    const kind = dice.below(10);
    if (kind < 4) fields[name] = dice.pick(odd[name]);
    if (kind === 4) fields[name] = dice.pick(VALUES);
    if (kind === 5) delete fields[name];
  }
  if (dice.chance(0.1))
    fields[dice.pick(['x', '__proto__x', 'id', 'user', 'at', '_method', '_token', 'toString', ''])] = dice.pick(VALUES);
}

/** @param {Dice} dice @param {Record<string, any>} fields */
export function jsonBody(dice, fields) {
  const text = JSON.stringify(fields);
  const kind = dice.below(40);
  if (kind === 0) return deep(dice, text);
  if (kind === 1) return sized(dice, text);
  if (kind === 2) return JSON.stringify([fields]);
  if (kind === 3) return JSON.stringify(text);
  if (kind === 4)
    return dice.pick([
      ` ${text}\n`,
      `\ufeff${text}`,
      `\u00a0${text}`,
      `${text}\u0000`,
      `${text}x`,
      `${text}${text}`,
      `//\n${text}`,
      text.replace('}', ',}'),
      text.replaceAll('"', "'"),
    ]);
  if (kind === 5)
    return text.replace(
      /^\{/,
      `{${dice.pick(['"text":"first",', '"clientId":"first",', '"login":"‹u1›",', '"__proto__":{"text":"x"},', '"constructor":1,', '"":1,', '"a":-0,', '"a":1e999,', '"a":TRUE,', '"a":01,', '"a":.5,', '"a":+1,', '"a":NaN,', '"a":"\\ud800",', '"\\ud800":1,', '"a":"\\udc00\\ud800",', '"a":"\\x",', '"a":"\t",', '"\\u0000":1,', '"\\u0000a":1,'])}`,
    );
  if (kind === 6) return escaped(text);
  return text;
}

/** Around the greatest depth. @param {Dice} dice @param {string} text */
function deep(dice, text) {
  const levels = limits.jsonMaxDepth - 2 + dice.below(4);
  const nest = dice.chance(0.5)
    ? '['.repeat(levels) + ']'.repeat(levels)
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  return text.replace(/\}$/, `${text === '{}' ? '' : ','}"deep":${nest}}`);
}

/** Around the greatest size. @param {Dice} dice @param {string} text without a marker */
function sized(dice, text) {
  const size = limits.bodyMaxBytes - 1 + dice.below(3);
  const plain = text.replace(/‹[^›]*›/g, 'sized');
  return plain + ' '.repeat(Math.max(0, size - Buffer.byteLength(plain)));
}

/** Letters as JSON may also write them. @param {string} text */
const escaped = (text) =>
  text.replace(/[a-z](?=[^‹›]*(‹|$))/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {Dice} dice @param {Record<string, any>} fields */
export function mangledBody(dice, fields) {
  let text = JSON.stringify(fields);
  for (let times = 1 + dice.below(3); times > 0; times--) {
    const at = dice.below(text.length + 1);
    const kind = dice.below(5);
    if (kind === 0) text = text.slice(0, at) + dice.pick(pieces) + text.slice(at);
    if (kind === 1) text = text.slice(0, at);
    if (kind === 2) text = text.slice(0, at) + text.slice(at + 1);
    if (kind === 3)
      text = text.slice(0, at) + dice.pick([...'"{}[],:\\ \t\n0-e.tnf\u0000\u007f\u00a0é']) + text.slice(at + 1);
    if (kind === 4) text = text.slice(0, at) + text.slice(dice.below(text.length + 1));
  }
  return text;
}

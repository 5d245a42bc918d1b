import { refuse } from './break.js';

/** @param {import('../proxy/mutant.js').Exchange} x */
const text = (x) => x.body.toString('utf8');

/** How deep JSON goes, brackets in strings aside. @param {string} json */
function depthOf(json) {
  let depth = 0;
  let deepest = 0;
  for (const bracket of json.replace(/"(\\.|[^"\\])*"/gs, '').match(/[[\]{}]/g) ?? []) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The body without what the suite pads it with. @param {import('../proxy/mutant.js').Exchange} x */
function unpad(x) {
  x.sent = { login: x.sent?.login, password: x.sent?.password };
}

const loneSurrogate = /(\\ud[89ab][0-9a-f]{2})(\\ud[c-f][0-9a-f]{2})|\\ud[89a-f][0-9a-f]{2}/gi;

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'takes any content type',
    breaks: [
      'a content type other than',
      'a POST without a content type',
      'the content type is checked before the size',
    ],
    request: (x) => {
      if (x.method === 'POST') x.headers['content-type'] = 'application/json';
    },
  },
  {
    name: 'wants the content type letter by letter',
    breaks: ['parameters and the case of the content type'],
    request: (x) => {
      if (x.method === 'POST' && x.headers['content-type'] !== 'application/json') refuse(x, 'unsupported_media_type');
    },
  },
  {
    name: 'reads bodies of up to 65,535 bytes',
    breaks: ['a body of exactly 65,536 bytes'],
    request: (x) => void (x.body.length === 65_536 && refuse(x, 'body_too_large')),
  },
  {
    name: 'reads bodies of any size',
    breaks: [
      'a body of 65,537 bytes',
      'a body that is too large is 413 also',
      'the size of a body is counted in bytes',
      'the size of the body is checked before the session',
    ],
    request: (x) => void (x.body.length > 65_536 && unpad(x)),
  },
  {
    name: 'calls an empty body bad JSON',
    breaks: ['an empty body counts as {}'],
    request: (x) => void (x.method === 'POST' && !x.body.length && refuse(x, 'bad_json')),
  },
  {
    name: 'takes what is no JSON object for {}',
    breaks: ['a body that is not JSON is', 'a body that is JSON but no object'],
    request: (x) => {
      if (x.method === 'POST' && (typeof x.sent !== 'object' || !x.sent || Array.isArray(x.sent))) x.sent = {};
    },
  },
  {
    name: 'replaces bytes that are not UTF-8',
    breaks: ['a body that is not UTF-8'],
    request: (x) => void (x.body = Buffer.from(text(x))),
  },
  {
    name: 'replaces lone surrogates',
    breaks: [
      'a lone surrogate in any string',
      'a lone surrogate in a key',
      'the body is checked before the fields',
      'a lone surrogate in a text',
    ],
    request: (x) => {
      x.body = Buffer.from(text(x).replace(loneSurrogate, (pair, high) => (high ? pair : '\\ufffd')));
    },
  },
  {
    name: 'refuses every escaped surrogate',
    breaks: ['an escaped surrogate pair is'],
    request: (x) => void (/\\ud[89a-f]/i.test(text(x)) && refuse(x, 'bad_json')),
  },
  {
    name: 'reads 31 levels of JSON',
    breaks: ['JSON 32 levels deep'],
    request: (x) => void (depthOf(text(x)) > 31 && refuse(x, 'bad_json')),
  },
  {
    name: 'reads any depth of JSON',
    breaks: ['JSON 33 levels deep'],
    request: (x) => void (depthOf(text(x)) > 32 && unpad(x)),
  },
  {
    name: 'counts brackets in strings as depth',
    breaks: ['brackets inside strings are no depth'],
    request: (x) => void ((text(x).match(/[[{]/g)?.length ?? 0) > 32 && refuse(x, 'bad_json')),
  },
  {
    name: 'reads 255 members of JSON, and takes colons in strings for some',
    breaks: ['JSON of 256 members is read'],
    request: (x) => void ((text(x).match(/:/g)?.length ?? 0) > 255 && refuse(x, 'bad_json')),
  },
  {
    name: 'reads any number of members',
    breaks: ['JSON of 257 members'],
    request: (x) => void (text(x).split(':').length > 257 && unpad(x)),
  },
  {
    name: 'refuses members it does not know',
    breaks: ['unknown members are ignored', 'the members that a client sends of a message'],
    request: (x) => {
      const known = ['login', 'password', 'text', 'clientId'];
      if (Object.keys(x.sent ?? {}).some((key) => !known.includes(key))) refuse(x, 'bad_json');
    },
  },
  {
    name: 'does not read what a logout sends',
    breaks: ['every POST reads its body'],
    request: (x) => void (x.is('POST', '/logout') && (x.body = Buffer.alloc(0))),
  },
  {
    name: 'ends the session over a bad body',
    breaks: ['a body that is bad leaves the session'],
    request: (x) => void (x.memory.bad && refuse(x, 'not_logged_in')),
    reply: (x) => void (x.json?.error?.code === 'bad_json' && (x.memory.bad = true)),
  },
];

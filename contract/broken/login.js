import { pause } from '../suite/expect.js';
import { codePoints, erring, refuse, refusing, replying, rewriting, sending } from './break.js';

/** @param {(login: string) => string} change */
const login = (change) => rewriting('/login', 'login', change);

/** @param {string} code @param {(login: any) => boolean} test */
const refusingLogin = (code, test) =>
  refusing('/login', 'login', code, (value) => typeof value === 'string' && test(value));

const clusters = new Intl.Segmenter();

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'answers 200 for 201',
    breaks: [
      'an unknown login registers',
      'a message that was posted is 201',
      'of many POSTs of one clientId at once',
      'one login registered 8 times',
    ],
    reply: (x) => void (x.status === 201 && (x.status = 200)),
  },
  {
    name: 'answers 201 for 200',
    breaks: ['a known login with its password', 'the same clientId again is 200'],
    reply: (x) => void (x.method === 'POST' && x.status === 200 && (x.status = 201)),
  },
  {
    name: 'numbers its users instead of giving ids, all of them 7',
    breaks: ['a user id is a string', 'two users have two ids'],
    ...replying('POST', '/login', (json) => void (json.user && (json.user.id = 7))),
  },
  {
    name: 'gives a user a new id at each login',
    breaks: ['a known login with its password', 'the name and the id of a user are the same', 'one login registered 8'],
    ...replying('POST', '/login', (json) => void (json.user && (json.user.id = `u${Math.random()}`))),
  },
  {
    name: 'lets every password in',
    breaks: [
      'a wrong password is 401 wrong_password',
      'a wrong password is 401 also',
      'a refused login gives no session',
      'the last of 72 bytes counts',
      'of two passwords for a new login',
    ],
    reply: async (x) => {
      if (!x.is('POST', '/login')) return;
      // The one that registers may be on its way still.
      if (x.status === 401) await pause(500);
      if (x.status === 201) x.memory.known = { json: x.json, cookies: x.replyHeaders['set-cookie'] };
      if (x.status !== 401 || !x.memory.known) return;
      x.answer(200, x.memory.known.json);
      x.replyHeaders['set-cookie'] = x.memory.known.cookies;
    },
  },
  {
    name: 'registers whoever asks not to be',
    breaks: ['with "register": false an unknown login', 'asking for unknown logins counts'],
    ...sending('/login', (sent) => void delete sent.register),
  },
  {
    name: 'does not know whom it is asked for',
    breaks: ['with "register": false a known login'],
    ...sending('/login', (sent, x) => sent.register === false && refuse(x, 'login_unknown', 'login')),
  },
  {
    name: 'takes what is falsy for false',
    breaks: ['only false itself asks'],
    ...sending('/login', (sent) => {
      if ('register' in sent && !sent.register) sent.register = false;
    }),
  },
  {
    name: 'counts a question for an unknown login as a failed attempt',
    breaks: ['asking for unknown logins counts'],
    ...sending('/login', (sent, x) => {
      if (sent.register === false) x.memory.asked = (x.memory.asked ?? 0) + 1;
      if (x.memory.asked > 5) refuse(x, 'too_many_attempts');
    }),
  },
  {
    name: 'does not trim logins',
    breaks: [
      'white space around a login',
      'every character that ECMAScript trims',
      'a login is counted after trimming',
    ],
    ...login((name) => name.replace(/^\s+|\s+$/g, (space) => '_'.repeat(space.length))),
  },
  {
    name: 'trims ASCII white space only',
    breaks: ['every character that ECMAScript trims', 'a login of nothing but white space'],
    ...login((name) => name.replace(/[\u00a0\u3000\ufeff]/g, '_')),
  },
  {
    name: 'trims zero-width characters too',
    breaks: ['characters that ECMAScript does not trim'],
    ...login((name) => name.replace(/[\u200b\u180e\u2060\u200e]+$/, '')),
  },
  {
    name: 'does not compose names',
    breaks: ['a login is in NFC', 'a login is counted after trimming'],
    ...login((name) => name.replaceAll('\u0301', '~')),
  },
  {
    name: 'compares logins by case',
    breaks: ['logins that differ by case or by', 'of logins that differ by case', 'attempts are counted for the login'],
    ...login((name) => (/[A-Z]/.test(name) ? `${name}1` : name)),
  },
  {
    name: 'compares logins without accents',
    breaks: ['logins differ by accent'],
    ...login((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'takes logins of two scripts',
    breaks: ['a new login of two scripts'],
    ...login((name) => name.replaceAll('\u0410', 'A')),
  },
  {
    name: 'takes logins of Latin letters alone',
    breaks: ['a login is in letters of one script', 'Chinese, Japanese and Korean'],
    ...refusingLogin(
      'login_invalid',
      (name) => !/^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(name),
    ),
  },
  {
    name: 'takes what shows nothing out of logins',
    breaks: ['characters that ECMAScript does not trim', 'what shows nothing in a new login'],
    ...login((name) => name.replace(/[^\P{C}\0-\x9f]|[\p{Zl}\p{Zp}\p{DI}]/gu, '')),
  },
  {
    name: 'takes logins of 31 characters at most',
    breaks: ['a login of exactly 32 characters'],
    ...refusingLogin('login_too_long', (name) => codePoints(name) === 32),
  },
  {
    name: 'cuts logins that are too long',
    breaks: ['a login of exactly 32 characters', 'combining marks count: a login'],
    ...login((name) => (/\p{Cc}/u.test(name) ? name : [...name].slice(0, 32).join(''))),
  },
  {
    name: 'counts logins in UTF-16 units',
    breaks: ['the characters of a login are code points'],
    ...refusingLogin('login_too_long', (name) => name.length > 32),
  },
  {
    name: 'counts logins in clusters',
    breaks: ['combining marks count: a login'],
    ...login((name) => ([...clusters.segment(name)].length <= 32 ? name.replaceAll('\u030a', '') : name)),
  },
  {
    name: 'counts logins before trimming',
    breaks: ['a login is counted after trimming'],
    ...refusingLogin('login_too_long', (name) => codePoints(name) > 32),
  },
  {
    name: 'says login_invalid of an empty login',
    breaks: [
      'a login that is missing',
      'a login of nothing but white space',
      'the login is checked before the password',
    ],
    ...erring('empty_field', (error) => {
      if (error.field === 'login') error.code = 'login_invalid';
    }),
  },
  {
    name: 'names no field',
    breaks: ['a login that is missing', 'a password that is missing', 'a text that is missing', 'a limit that is no'],
    reply: (x) => {
      const json = x.json;
      if (!json?.error) return;
      delete json.error.field;
      x.json = json;
    },
  },
  {
    name: 'words its errors in its own way',
    breaks: ['a wrong password is 401 wrong_password', 'an unknown path is 404', 'a text that is no string'],
    reply: (x) => {
      if (x.json?.error) x.json = { error: { ...x.json.error, message: 'Error' } };
    },
  },
  {
    name: 'makes strings of what is none',
    breaks: ['a login that is no string', 'a password that is no string', 'a text that is no string'],
    request: (x) => {
      const sent = x.method === 'POST' && x.sent;
      if (sent && !Array.isArray(sent)) x.sent = Object.fromEntries(Object.entries(sent).map(([k, v]) => [k, `${v}x`]));
    },
  },
  {
    name: 'strips control characters from what is sent',
    breaks: [
      'a control character inside a login',
      'a control character at the end of a login',
      'a login with a control character that is also too long',
      'a control character in a password',
      'a password with a control character that is also too long',
      'a control character other than tab',
      'a lone CR is',
      'a text that is too long and has a control',
    ],
    request: (x) => {
      const sent = x.method === 'POST' && x.sent;
      if (!sent || Array.isArray(sent)) return;
      const strip = (/** @type {any} */ value) => (typeof value === 'string' ? value.replace(/\p{Cc}/gu, '') : value);
      x.sent = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, strip(value)]));
    },
  },
  {
    name: 'trims NUL and other control characters off a login',
    breaks: ['a control character at the end of a login'],
    ...login((name) => name.replace(/\p{Cc}+$/u, '')),
  },
  {
    name: 'checks the password before the login',
    breaks: ['the login is checked before the password'],
    ...sending('/login', (sent, x) => {
      if (sent.password === '') refuse(x, 'empty_field', 'password');
    }),
  },
];

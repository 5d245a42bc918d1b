import { refuse, replying } from './break.js';

/** Changes the Set-Cookie lines of a login. @param {(line: string) => string | string[]} change */
const baking = (change) => ({
  reply: (/** @type {import('../proxy/mutant.js').Exchange} */ x) => {
    const lines = x.replyHeaders['set-cookie'];
    if (x.is('POST', '/login') && lines) x.replyHeaders['set-cookie'] = lines.flatMap(change);
  },
});

const ATTRIBUTES = 'the session cookie has the name';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'clears the cookie of an ended session at any call',
    breaks: ['no call but login and logout sets a cookie'],
    reply: (x) => void (x.status === 401 && (x.replyHeaders['set-cookie'] = ['chat=; Max-Age=0'])),
  },
  { name: 'lets scripts read the cookie', breaks: [ATTRIBUTES], ...baking((line) => line.replace(/; *HttpOnly/i, '')) },
  {
    name: 'sends the cookie across sites',
    breaks: [ATTRIBUTES],
    ...baking((line) => line.replace(/; *SameSite=\w+/i, '')),
  },
  {
    name: 'sets the cookie for one path',
    breaks: [ATTRIBUTES],
    ...baking((line) => line.replace(/path=\//i, 'Path=/login')),
  },
  {
    name: 'keeps sessions for a day',
    breaks: [ATTRIBUTES],
    ...baking((line) => line.replace(/Max-Age=\d+/i, 'Max-Age=86400')),
  },
  {
    name: 'names the cookie anew',
    breaks: [ATTRIBUTES],
    ...baking((line) => line.replace(/^\w+_chat=/, 'wrong_chat=')),
  },
  {
    name: 'wants https for the cookie',
    breaks: ['the session cookie is not Secure'],
    ...baking((line) => `${line}; Secure`),
  },
  {
    name: 'sets a second cookie',
    breaks: ['a login sets one cookie'],
    ...baking((line) => [line, 'XSRF-TOKEN=1; Path=/']),
  },
  {
    name: 'calls everybody Nobody in /me',
    breaks: ['GET /me is the user'],
    ...replying('GET', '/me', (json) => void (json.user && (json.user.name = 'Nobody'))),
  },
  {
    name: 'takes any cookie for the last session it gave',
    breaks: ['a forged, cut or empty cookie'],
    reply: (x) => {
      const line = x.is('POST', '/login') && x.replyHeaders['set-cookie']?.at(-1);
      if (line) x.memory.cookie = line.split(';')[0];
    },
    request: (x) => void (x.headers.cookie && x.memory.cookie && (x.headers.cookie = x.memory.cookie)),
  },
  {
    name: 'puts a slash into the cookie',
    breaks: ['the value of a session cookie has no character'],
    ...baking((line) => line.replace(/=(.{10})/, '=$1/')),
  },
  {
    name: 'reads no cookie in quotes',
    breaks: ['one pair of quotes around the value'],
    request: (x) => void (x.headers.cookie?.includes('"') && delete x.headers.cookie),
  },
  {
    name: 'gives one session to all logins',
    breaks: ['a login gives a session of its own', 'a logout leaves the other sessions'],
    reply: (x) => {
      if (!x.is('POST', '/login') || !x.replyHeaders['set-cookie']) return;
      x.replyHeaders['set-cookie'] = x.memory.cookies ??= x.replyHeaders['set-cookie'];
    },
  },
  {
    name: 'keeps the old session at a login',
    breaks: [
      'a login ends the session that',
      'a login as somebody else ends',
      'a login over a session closes the sockets',
    ],
    request: (x) => void (x.is('POST', '/login') && delete x.headers.cookie),
  },
  {
    name: 'answers 200 to a logout',
    breaks: ['a logout is 204 without a body', 'a logout without a session is 204'],
    reply: (x) => void (x.is('POST', '/logout') && (x.status = 200)),
  },
  {
    name: 'leaves the cookie in the browser at a logout',
    breaks: ['a logout is 204 without a body'],
    reply: (x) => void (x.is('POST', '/logout') && delete x.replyHeaders['set-cookie']),
  },
  {
    name: 'only pretends to log out',
    breaks: [
      'after a logout the old cookie',
      'with the cookie of a session that has ended',
      'a logout closes the sockets of its session',
      'a logout leaves the sockets of other sessions',
      'a socket whose session has ended gets no more',
      'a logout starts the same 3 s',
    ],
    request: (x) => void (x.is('POST', '/logout') && delete x.headers.cookie),
  },
  {
    name: 'ends every session at a logout',
    breaks: ['a logout leaves the other sessions', 'a logout leaves the sockets of other sessions'],
    reply: (x) => {
      if (!x.is('POST', '/logout')) return;
      x.memory.ended = true;
      for (const link of x.memory.links) link.cut();
    },
    request: (x) => void (x.memory.ended && x.headers.cookie && refuse(x, 'not_logged_in')),
  },
];

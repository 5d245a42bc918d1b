import { refuse } from './break.js';

const known = ['/me', '/messages', '/login', '/config', '/online'];

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'answers the page where there is nothing',
    breaks: ['an unknown path is 404', 'a file that is not under /web/'],
    reply: (x) => void (x.status === 404 && x.answer(200)),
  },
  {
    name: 'finds paths by what they begin with, in any case',
    breaks: ['paths are exact'],
    request: (x) => {
      const found = known.find((path) => x.path.toLowerCase().startsWith(path));
      if (found && !x.path.includes('?')) x.path = found;
    },
  },
  {
    name: 'tidies paths up before it looks at them',
    breaks: ['paths are compared byte for byte'],
    request: (x) => {
      const [path, query] = x.path.split('?');
      const tidy = new URL(decodeURIComponent(path).replace(/\/+/g, '/'), 'http://x').pathname.replace(/(.)\/$/, '$1');
      x.path = query === undefined ? tidy : `${tidy}?${query}`;
    },
  },
  {
    name: 'answers 404 for 405',
    breaks: ['every path refuses the methods', 'HEAD on a path that only takes POST', 'the method is checked before'],
    reply: (x) => void (x.status === 405 && refuse(x, 'not_found')),
  },
  {
    name: 'does not say what is allowed',
    breaks: ['every path refuses the methods'],
    reply: (x) => void delete x.replyHeaders.allow,
  },
  {
    name: 'allows every method it is asked for',
    breaks: ['every path refuses the methods'],
    reply: (x) => void (x.status === 405 && (x.replyHeaders.allow += `, ${x.method}`)),
  },
  {
    name: 'does not answer HEAD',
    breaks: ['HEAD is answered wherever GET is'],
    request: (x) => void (x.method === 'HEAD' && refuse(x, 'method_not_allowed')),
  },
  {
    name: 'answers 403 for 401',
    breaks: ['a call that needs a session', 'the session is checked before the body'],
    reply: (x) => void (x.status === 401 && (x.status = 403)),
  },
  {
    name: 'takes the query for a part of the path',
    breaks: ['a query string does not change'],
    request: (x) => void (x.path.includes('?') && refuse(x, 'not_found')),
  },
  {
    name: 'checks the Origin before the path and the method',
    breaks: ['the method is checked before the Origin'],
    request: (x) => void (x.headers.origin?.includes('evil') && refuse(x, 'origin_not_allowed')),
  },
  {
    name: 'checks the content type before the Origin',
    breaks: ['the Origin is checked before the content type'],
    request: (x) => void (/form/.test(x.headers['content-type']) && refuse(x, 'unsupported_media_type')),
  },
  {
    name: 'checks the size before the content type',
    breaks: ['the content type is checked before the size'],
    request: (x) => void (x.body.length > 65_536 && refuse(x, 'body_too_large')),
  },
  {
    name: 'checks the session before the size',
    breaks: ['the size of the body is checked before the session'],
    request: (x) => void (x.is('POST', '/messages') && !x.headers.cookie && refuse(x, 'not_logged_in')),
  },
  {
    name: 'checks the body before the session',
    breaks: ['the session is checked before the body'],
    request: (x) => void (x.body.length && !x.sent && refuse(x, 'bad_json')),
  },
];

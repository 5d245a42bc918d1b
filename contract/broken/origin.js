import { heading, refuse } from './break.js';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'lets a wrong Origin in',
    breaks: [
      'a POST from another origin',
      'every POST checks the Origin',
      'the Origin is checked before the content',
      'a call that a session counts for',
    ],
    request: (x) => void delete x.headers.origin,
  },
  {
    name: 'looks at Sec-Fetch-Site of POSTs alone',
    breaks: ['a call that a session counts for'],
    request: (x) => void (x.method === 'GET' && delete x.headers['sec-fetch-site']),
  },
  {
    name: 'takes a sibling host for its own',
    breaks: ['a call that a session counts for'],
    request: (x) => void (x.headers['sec-fetch-site'] === 'same-site' && delete x.headers['sec-fetch-site']),
  },
  {
    name: 'believes Sec-Fetch-Site against an allowed Origin',
    breaks: ['a page of the server, an allowed Origin'],
    request: (x) => void (x.headers['sec-fetch-site'] === 'cross-site' && refuse(x, 'origin_not_allowed')),
  },
  {
    name: 'lets nobody come by a link',
    breaks: ['the page, its files and what needs no session'],
    request: (x) =>
      void (x.headers['sec-fetch-site'] === 'cross-site' && x.path === '/' && refuse(x, 'origin_not_allowed')),
  },
  {
    name: 'compares an Origin by its beginning',
    breaks: ['a POST from another origin', 'a socket from another origin'],
    request: (x) => void (/^http:\/\/127\.0\.0\.1:\d/.test(x.headers.origin) && delete x.headers.origin),
    upgrade: ({ headers }) => void (/^http:\/\/127\.0\.0\.1:\d/.test(String(headers.origin)) && delete headers.origin),
  },
  {
    name: 'lets a wrong Origin log out',
    breaks: ['every POST checks the Origin'],
    request: (x) => void (x.is('POST', '/logout') && delete x.headers.origin),
  },
  {
    name: 'does not know localhost',
    breaks: ['a POST from the page of the server'],
    request: (x) => void (x.headers.origin?.includes('localhost') && refuse(x, 'origin_not_allowed')),
  },
  {
    name: 'wants an Origin',
    breaks: ['a POST without an Origin'],
    request: (x) => void (x.method === 'POST' && !x.headers.origin && refuse(x, 'origin_not_allowed')),
  },
  {
    name: 'lets every origin read',
    breaks: ['a GET without a session answers whatever the Origin'],
    ...heading('/config', 'access-control-allow-origin', '*'),
  },
  {
    name: 'lets sockets of a wrong Origin in',
    breaks: ['a socket from another origin'],
    upgrade: ({ headers }) => void delete headers.origin,
  },
  {
    name: 'checks the Origin at the first request of a socket alone',
    breaks: ['every request that a socket is made of checks'],
    request: (x) => void ((x.path.includes('sid=') || x.path === '/broadcasting/auth') && delete x.headers.origin),
  },
  {
    name: 'does not look at Sec-Fetch-Site',
    breaks: ['every request that a socket is made of is refused where', 'a call that a session counts for'],
    request: (x) => void delete x.headers['sec-fetch-site'],
    upgrade: ({ headers }) => void delete headers['sec-fetch-site'],
  },
  {
    name: 'does not know localhost in handshakes',
    breaks: ['a socket from the page of the server'],
    upgrade: (upgrade) => void (String(upgrade.headers.origin).includes('localhost') && (upgrade.refuse = 403)),
  },
  {
    name: 'wants an Origin of every socket',
    breaks: ['a socket without an Origin joins'],
    upgrade: (upgrade) => void (upgrade.headers.origin || (upgrade.refuse = 403)),
  },
];

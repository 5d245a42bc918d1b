import { heading, refuse } from './break.js';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'sends the page as plain text',
    breaks: ['GET / is the page'],
    ...heading('/', 'content-type', 'text/plain'),
  },
  {
    name: 'allows inline scripts',
    breaks: ['the page comes with a Content-Security-Policy'],
    ...heading('/', 'content-security-policy', "default-src 'self' 'unsafe-inline'"),
  },
  {
    name: 'has no Content-Security-Policy',
    breaks: ['the page comes with a Content-Security-Policy'],
    reply: (x) => void delete x.replyHeaders['content-security-policy'],
  },
  {
    name: 'puts a script into the page',
    breaks: ['the page needs no inline script'],
    reply: (x) => void (x.is('GET', '/') && (x.reply = Buffer.from(`${x.reply}<script>start()</script>`))),
  },
  {
    name: 'does not serve style sheets',
    breaks: ['every file the page names'],
    request: (x) => void (x.path.endsWith('.css') && refuse(x, 'not_found')),
  },
  {
    name: 'does not know types of files',
    breaks: ['scripts and style sheets under /web/'],
    reply: (x) => void (x.path.startsWith('/web/') && (x.replyHeaders['content-type'] = 'application/octet-stream')),
  },
  {
    name: 'sends the whole folder',
    breaks: ['only files of the page are sent'],
    reply: (x) => void (x.path === '/web/test/chat.test.js' && x.answer(200, {})),
  },
  {
    name: 'serves what lies outside of /web/',
    breaks: ['no path under /web/ leads out'],
    request: (x) => void (/\.\.|%2e/i.test(x.path) && x.answer(200, { limits: { loginMax: 32 } })),
  },
  {
    name: 'sets a cookie with the page',
    breaks: ['the page and its files set no cookie'],
    ...heading('/', 'set-cookie', 'seen=1'),
  },
  {
    name: 'sends a file again that did not change',
    breaks: ['the page and its files are asked for again by If-None-Match'],
    request: (x) => void delete x.headers['if-none-match'],
  },
];

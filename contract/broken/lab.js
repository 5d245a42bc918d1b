import { refuse, replying } from './break.js';

/** @typedef {import('../proxy/mutant.js').Exchange} Exchange */

/** @param {Exchange} x */
const isLab = (x) => x.path.startsWith('/lab/');

/** What a page of another site would not get by with. @param {Exchange} x */
function forgetSite(x) {
  delete x.headers.origin;
  delete x.headers['sec-fetch-site'];
}

/** Has a call done elsewhere than it says. @param {string} from @param {string} to */
const elsewhere = (from, to) => ({
  request: (/** @type {Exchange} */ x) => {
    if (!x.path.startsWith(`/lab/${from}/`)) return;
    x.path = x.path.replace(`/${from}/`, `/${to}/`);
  },
  reply: (/** @type {Exchange} */ x) => {
    const json = isLab(x) && x.json;
    if (json?.where) x.json = { ...json, where: from };
  },
});

/** Changes the answers of one kind of call that was done. @param {string} what @param {(json: any) => void} change */
const telling = (what, change) => ({
  reply: (/** @type {Exchange} */ x) => {
    const json = x.path.endsWith(`/${what}`) && x.status === 200 && x.json;
    if (!json) return;
    change(json);
    x.json = json;
  },
});

/** Lets a refusal through as if it had been done. @param {string} code */
const taking = (code) => ({
  reply: (/** @type {Exchange} */ x) => {
    if (isLab(x) && x.json?.error?.code === code) x.answer(200, { where: 'loop', what: 'cpu', ms: 1, pid: 1 });
  },
});

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'takes lab calls that nobody allowed',
    breaks: ['without lab calls each of their addresses'],
    request: (x) => {
      if (x.is('POST', '/lab/worker/hash')) x.answer(200, { where: 'worker', what: 'hash', ms: 1, pid: 1 });
    },
  },
  {
    name: 'forgets a kind of lab call',
    breaks: ['GET /lab names the places and kinds'],
    ...replying('GET', '/lab', (json) => void json.what.pop()),
  },
  {
    name: 'sees no queue before its workers',
    breaks: ['GET /lab tells how many workers are at work'],
    ...replying('GET', '/lab', (json) => void (json.waiting = 0)),
  },
  {
    name: 'does not say which process did it',
    breaks: ['a lab call answers where it was done'],
    ...telling('cpu', (json) => void delete json.pid),
  },
  {
    name: 'mistakes the workers for the loop',
    breaks: ['a lab call answers where it was done'],
    ...telling('hash', (json) => void (json.where = 'loop')),
  },
  {
    name: 'gets by with less work than it was asked for',
    breaks: ['a lab call is at work for as long as'],
    ...telling('cpu', (json) => void (json.ms = 1)),
  },
  {
    name: 'loses a part of each upload',
    breaks: ['a lab call is at work for as long as'],
    ...telling('upload', (json) => void json.bytes--),
  },
  {
    name: 'has a worker do what was for the loop',
    breaks: ['nobody is answered by an event loop that a lab call occupies'],
    ...elsewhere('loop', 'worker'),
  },
  {
    name: 'does on the loop what was for a worker',
    breaks: ['an event loop goes on while a lab call waits'],
    ...elsewhere('worker', 'loop'),
  },
  {
    name: 'takes any value for a lab call',
    breaks: ['a lab call out of its bounds'],
    ...taking('lab_invalid'),
  },
  {
    name: 'names another field of a lab call',
    breaks: ['a lab call out of its bounds'],
    reply: (x) => {
      const json = isLab(x) && x.json;
      if (json?.error?.code === 'lab_invalid') x.json = { error: { ...json.error, field: 'value' } };
    },
  },
  {
    name: 'takes a lab call of any type',
    breaks: ['a lab call takes its content type'],
    ...taking('unsupported_media_type'),
  },
  {
    name: 'takes an upload of any size',
    breaks: ['a lab call takes its content type'],
    request: (x) => void (x.path.endsWith('/upload') && x.body.length > 65_536 && x.answer(200, {})),
  },
  {
    name: 'lets any page make lab calls',
    breaks: ['lab calls are refused to pages of other sites'],
    request: (x) => void (isLab(x) && forgetSite(x)),
  },
  {
    name: 'shows any page who is at work',
    breaks: ['lab calls are refused to pages of other sites'],
    request: (x) => void (x.path === '/lab' && forgetSite(x)),
  },
  {
    name: 'makes trouble for whoever only looks',
    breaks: ['lab calls are posted'],
    request: (x) => void (x.is('GET', '/lab/loop/cpu') && x.answer(200, {})),
  },
  {
    name: 'knows no other place than its loop',
    breaks: ['lab calls are posted'],
    request: (x) => void (x.path = x.path.replace('/lab/elsewhere/', '/lab/loop/')),
  },
  {
    name: 'leaks without end',
    breaks: ['what a lab call leaked is kept'],
    ...taking('lab_memory_full'),
  },
  {
    name: 'does not let go of what was leaked',
    breaks: ['what a lab call leaked is kept'],
    request: (x) => void (x.method === 'DELETE' && isLab(x) && refuse(x, 'not_found')),
  },
];

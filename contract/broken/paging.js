import { refuse, replying } from './break.js';

/** Changes the path of a request for messages. @param {(path: string) => string} change */
const asking = (change) => ({
  request: (/** @type {import('../proxy/mutant.js').Exchange} */ x) => {
    if (x.is('GET', '/messages')) x.path = change(x.path);
  },
});

/** @param {(json: any) => void} change */
const listing = (change) =>
  replying('GET', '/messages', (json) => {
    if (json.messages) change(json);
  });

/** @param {string} path @param {string} name */
const valueOf = (path, name) => decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(path)?.[1] ?? '');
const whole = /^\d+$/;

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'counts after=ID from ID itself',
    breaks: ['after=ID gives the oldest'],
    ...asking((path) => path.replace(/after=(\d+)/, (_, id) => `after=${id - 1}`)),
  },
  {
    name: 'counts before=ID from ID itself',
    breaks: ['before=ID gives the newest'],
    ...asking((path) => path.replace(/before=(\d+)/, (_, id) => `before=${Number(id) + 1}`)),
  },
  {
    name: 'lists the newest first',
    breaks: ['messages without after', 'after=ID gives the oldest', 'before=ID gives the newest'],
    ...listing((json) => json.messages.reverse()),
  },
  {
    name: 'gives the oldest below before=ID',
    breaks: ['before=ID gives the newest'],
    ...asking((path) => path.replace(/before=6&limit=3/, 'before=4&limit=3')),
  },
  {
    name: 'forgets that there are more',
    breaks: [
      'after=ID gives the oldest',
      'after: more is false',
      'before: more is false',
      'without after and before: more',
      'a page has 50 messages',
      'a page has at most 200',
    ],
    ...listing((json) => void (json.more = false)),
  },
  {
    name: 'says more at the end of the list too',
    breaks: ['after: more is false', 'before: more is false', 'page by page'],
    ...listing((json) => void (json.more = true)),
  },
  {
    name: 'gives 20 messages if no limit is given',
    breaks: ['a page has 50 messages'],
    ...asking((path) => (/limit=/.test(path) ? path : `${path}${path.includes('?') ? '&' : '?'}limit=20`)),
  },
  {
    name: 'gives 100 messages at most',
    breaks: ['a page has at most 200'],
    ...asking((path) => path.replace('limit=200', 'limit=100')),
  },
  {
    name: 'makes do with a bad limit',
    breaks: ['a limit that is no integer'],
    ...asking((path) => {
      const limit = valueOf(path, 'limit');
      return whole.test(limit) && Number(limit) > 0 && Number(limit) <= 200
        ? path
        : path.replace(/limit=[^&]*/, 'limit=50');
    }),
  },
  {
    name: 'gives 201 messages where they are asked for',
    breaks: ['a limit that is no integer'],
    ...asking((path) => path.replace('limit=201', 'limit=200')),
  },
  {
    name: 'makes do with a bad id',
    breaks: ['an after or before that is no integer'],
    ...asking((path) =>
      path.replace(/(after|before)=([^&]*)/, (same, name, id) =>
        whole.test(decodeURIComponent(id)) ? same : `${name}=0`,
      ),
    ),
  },
  {
    name: 'knows ids up to 2^31',
    breaks: ['the largest id that may be asked for'],
    request: (x) => {
      const id = Number(valueOf(x.path, 'after') || valueOf(x.path, 'before'));
      if (id > 2 ** 31) refuse(x, 'invalid_parameter', 'after');
    },
  },
  {
    name: 'knows ids above 2^53',
    breaks: ['an after or before that is no integer'],
    ...asking((path) => path.replace('9007199254740992', '9007199254740991')),
  },
  {
    name: 'overlooks before where there is after',
    breaks: ['after and before at once'],
    ...asking((path) => (/after=/.test(path) ? path.replace(/&?before=\d+&?/, '') : path)),
  },
  {
    name: 'takes the last of a repeated parameter',
    breaks: ['a repeated parameter is'],
    ...asking((path) => path.replace(/(\w+)=1&\1=1/, '$1=1')),
  },
  {
    name: 'checks the parameters before the session',
    breaks: ['the session is checked before the parameters'],
    request: (x) => void (/limit=0/.test(x.path) && refuse(x, 'invalid_parameter', 'limit')),
  },
];

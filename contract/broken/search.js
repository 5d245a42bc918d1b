import { refuse } from './break.js';

/** @typedef {import('../proxy/mutant.js').Exchange} Exchange */

/** @param {Exchange} x @returns {URLSearchParams | null} the query of a search */
function queryOf(x) {
  const query = new URLSearchParams(x.path.split('?')[1]);
  return x.is('GET', '/messages') && query.has('text') ? query : null;
}

/** Changes what is searched for. @param {(text: string) => string} change */
const asking = (change) => ({
  request: (/** @type {Exchange} */ x) => {
    const query = queryOf(x);
    if (!query) return;
    query.set('text', change(query.get('text') ?? ''));
    x.path = `/messages?${query}`;
  },
});

/** Changes what was found. @param {(found: any, x: Exchange, query: URLSearchParams) => void} change */
const finding = (change) => ({
  reply: (/** @type {Exchange} */ x) => {
    const query = queryOf(x);
    const json = x.json;
    if (!query || !json?.messages) return;
    change(json, x, query);
    x.json = json;
  },
});

/** Drops messages whose text fails a test. @param {(text: string, asked: string) => boolean} test */
const keeping = (test) =>
  finding((found, _, query) => {
    found.messages = found.messages.filter((/** @type {any} */ { text }) => test(text, query.get('text') ?? ''));
  });

/** @param {Exchange} x */
const tooMany = (x) => {
  refuse(x, 'too_many_searches');
  x.replyHeaders['retry-after'] = '1';
};

const searchFault = (/** @type {Exchange} */ x) => x.json?.error?.code === 'search_invalid';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'looks for the first word of a search alone',
    breaks: ['a search finds the messages', 'a search takes no notice of case'],
    ...asking((text) => text.trim().split(/\s+/)[0]),
  },
  {
    name: 'finds whole words only',
    breaks: ['a search finds the messages'],
    ...keeping((text, asked) =>
      asked
        .toLowerCase()
        .split(/\P{L}+/u)
        .every(
          (word) =>
            /\d/.test(word) ||
            text
              .toLowerCase()
              .split(/\P{L}+/u)
              .includes(word),
        ),
    ),
  },
  {
    name: 'takes notice of accents in a search',
    breaks: ['a search takes no notice of case'],
    ...keeping((text) => !/\P{ASCII}/u.test(text)),
  },
  {
    name: 'searches for what is between spaces',
    breaks: ['words of a search are letters'],
    ...keeping((text) => !/['_]/.test(text)),
  },
  {
    name: 'takes a text without spaces for one word of a search',
    breaks: ['each letter of a script without spaces'],
    ...keeping((text, asked) => {
      const word = asked.split(' ')[1];
      return !/\p{sc=Han}/u.test(text) || text.split(' ')[1].startsWith(word);
    }),
  },
  {
    name: 'does not find the newest message',
    breaks: ['a message is found as soon as'],
    ...finding((found) => void found.messages.pop()),
  },
  {
    name: 'searches in the texts that were there before they were edited',
    breaks: ['a search finds an edited message'],
    reply: (x) => {
      if (x.is('PATCH') && x.status === 200) x.memory.edited = x.json?.message?.id;
      const json = queryOf(x) && x.json;
      if (!json?.messages) return;
      json.messages = json.messages.filter((/** @type {any} */ { id }) => id !== x.memory.edited);
      x.json = json;
    },
  },
  {
    name: 'gives what a search found from the newest to the oldest',
    breaks: ['a search goes on from page'],
    ...finding((found) => void found.messages.reverse()),
  },
  {
    name: 'skips a match between two pages of a search',
    breaks: ['a search goes on from page', 'a search that has as many as it asked for'],
    ...finding((found) => void (found.more && (found.searchedTo = Math.max(1, found.searchedTo - 1000)))),
  },
  {
    name: 'says that a search ended where older messages are left',
    breaks: ['a search that has as many as it asked for'],
    ...finding((found) => void (found.more = false)),
  },
  {
    name: 'takes every search for one',
    breaks: ['a search without a word'],
    reply: (x) => void (searchFault(x) && x.answer(200, { messages: [], more: false, searchedTo: 1 })),
  },
  {
    name: 'ignores after beside a search',
    breaks: ['a search beside after'],
    request: (x) => {
      if (queryOf(x)) x.path = x.path.replace(/&after=\d+/, '');
    },
  },
  {
    name: 'calls searches that are too many pages',
    breaks: ['a user who searches faster'],
    reply: (x) => {
      if (!queryOf(x) || x.status !== 429) return;
      refuse(x, 'too_many_pages');
    },
  },
  {
    name: 'lets 19 searches be made at once',
    breaks: ['a user may search 20 times'],
    request: (x) => {
      if (!queryOf(x)) return;
      x.memory.searches = (x.memory.searches ?? 0) + 1;
      if (x.memory.searches > 19) tooMany(x);
    },
  },
];

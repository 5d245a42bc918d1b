/** @import { Api } from './api.js' */
/** @import { Message } from './types.js' */

/** The search begins after a pause in typing of this length. */
const TYPING_MS = 300;
/** This many results fill a tall page. */
const PAGE = 20;

/**
 * Searches the history, the newest message first. Answers to earlier queries are ignored.
 * @param {Pick<Api, 'messages'>} api
 * @param {() => void} changed
 */
export function createSearch(api, changed) {
  let state = nothing('');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} text @param {number} delay ms */
  function begin(text, delay) {
    clearTimeout(timer);
    state = { ...nothing(text), searching: text.trim() !== '' };
    if (state.searching) timer = setTimeout(ask, delay);
    changed();
  }

  async function ask() {
    const asked = state;
    Object.assign(asked, { searching: true, error: '' });
    changed();
    /** @type {Record<string, string | number>} */
    const query = { text: asked.text, limit: PAGE };
    if (asked.searchedTo) query.before = asked.searchedTo;
    try {
      const { messages, more, searchedTo } = await api.messages(query);
      asked.found.push(...messages.reverse());
      Object.assign(asked, { more, searchedTo });
    } catch (error) {
      asked.error = /** @type {Error} */ (error).message;
    }
    asked.searching = false;
    if (asked === state) changed();
  }

  return {
    get state() {
      return state;
    },
    /** @param {string} text */
    typed: (text) => (text.trim() === state.text.trim() ? undefined : begin(text, TYPING_MS)),
    /** @param {string} text */
    submitted: (text) => begin(text, 0),
    /** Asks for older results. */
    further: () => (state.searching || !state.more ? undefined : ask()),
  };
}

/** @param {string} text */
const nothing = (text) => ({
  text,
  found: /** @type {Message[]} */ ([]),
  more: false,
  /** The server has searched messages down to this id; 0: none yet. */
  searchedTo: 0,
  searching: false,
  error: '',
});

/** An excerpt shows this many characters before the first word found. */
const BEFORE = 40;

/**
 * Makes a result's excerpt of a message. It begins shortly before the first word that begins like one of the query.
 * The server's search also folds accents: `elan` finds `Élan`, which the excerpt does not mark.
 * @param {string} text the message's
 * @param {string} query
 * @returns {string[]} pieces; the second, fourth ... are words of the query
 */
export function excerpt(text, query) {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return [text];
  // The longest word comes first, so that the query `he hello` marks all of `hello`.
  words.sort((a, b) => b.length - a.length);
  const sought = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${words.join('|')})`, 'giu');
  const start = text.search(sought) - BEFORE;
  return (start > 0 ? `…${text.slice(start)}` : text).split(sought);
}

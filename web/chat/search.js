/** @typedef {import('./types.js').Message} Message */

/** Wait for a pause in typing before searching. */
const TYPING_MS = 300;
/** A list that fills a tall page. */
const PAGE = 20;

/**
 * Searching the history, the newest message first. Answers to earlier queries are ignored.
 * @param {object} parts
 * @param {Pick<import('./api.js').Api, 'search'>} parts.api
 * @param {() => void} parts.changed
 */
export function createSearch({ api, changed }) {
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
    try {
      const { messages, more, searchedTo } = await api.search(asked.text, PAGE, asked.searchedTo);
      asked.found = [...asked.found, ...messages.reverse()];
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
    /** Older ones. */
    further: () => (state.searching || !state.more ? undefined : ask()),
    clear: () => begin('', 0),
  };
}

/** @param {string} text */
const nothing = (text) => ({
  text,
  found: /** @type {Message[]} */ ([]),
  more: false,
  /** The server has looked at messages down to this id. */
  searchedTo: /** @type {number | undefined} */ (undefined),
  searching: false,
  error: '',
});

/** So many characters stand before the first word that was found. */
const BEFORE = 40;

/**
 * The excerpt of a message in a result begins shortly before the first word of the query. The server finds by its own
 * folding: `Élan` is found by `elan`, and not marked.
 * @param {string} text of the message
 * @param {string} query
 * @returns {string[]} pieces; every second one, from the second on, is a word that is asked for
 */
export function excerpt(text, query) {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return [text];
  const sought = new RegExp(`(${words.join('|')})`, 'giu');
  const start = text.search(sought) - BEFORE;
  return (start > 0 ? `…${text.slice(start)}` : text).split(sought);
}

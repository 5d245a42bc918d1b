import { pauseAfter } from './chatError.js';

/** @typedef {import('./types.js').Message} Message */

/** Who types on searches once, not at each letter. */
const TYPING_MS = 300;
/** A list that fills a tall page. */
const PAGE = 20;
/** A search looks at so many stretches of the history by itself; what is older is asked for. */
const STRETCHES = 5;

/**
 * Searching: what was asked for last is what counts, whichever answer comes first.
 * @param {object} parts
 * @param {Pick<import('./api.js').Api, 'search'>} parts.api
 * @param {() => void} parts.changed
 * @param {(ms: number, signal: AbortSignal) => Promise<void>} [parts.pause] does not settle once the signal is aborted
 */
export function createSearch({ api, changed, pause = wait }) {
  let current = new AbortController();
  /** @type {{ text: string, found: Message[], more: boolean, searchedTo: number | undefined, searching: boolean, error: string }} */
  let state = nothing('');

  /**
   * @param {string} text
   * @param {number} delay ms
   */
  async function begin(text, delay) {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    state = nothing(text);
    if (text.trim() === '') return changed();
    state.searching = true;
    changed();
    await pause(delay, signal);
    await goOn(signal);
  }

  /** @param {AbortSignal} signal */
  async function goOn(signal) {
    const wanted = state.found.length + PAGE;
    state.searching = true;
    changed();
    for (let stretches = 0; stretches < STRETCHES; stretches++) {
      const answer = await ask(signal);
      if (signal.aborted) return;
      if (!answer) break;
      state.found.push(...answer.messages.reverse());
      Object.assign(state, { more: answer.more, searchedTo: answer.searchedTo });
      if (!state.more || state.found.length >= wanted) break;
    }
    state.searching = false;
    changed();
  }

  /** @param {AbortSignal} signal */
  async function ask(signal) {
    for (;;) {
      try {
        return await api.search(state.text, PAGE, state.searchedTo);
      } catch (error) {
        if (signal.aborted) return undefined;
        const refusal = /** @type {import('./chatError.js').ChatError} */ (error);
        if (refusal.code !== 'too_many_searches') {
          state.error = refusal.message;
          return undefined;
        }
        await pause(pauseAfter(refusal), signal);
      }
    }
  }

  return {
    get state() {
      return state;
    },
    /** @param {string} text */
    typed: (text) => (text.trim() === state.text.trim() ? undefined : begin(text, TYPING_MS)),
    /** @param {string} text */
    submitted: (text) => (state.searching && text === state.text ? undefined : begin(text, 0)),
    /** Older ones. */
    further() {
      if (state.searching || !state.more) return undefined;
      state.error = '';
      return goOn(current.signal);
    },
    clear() {
      current.abort();
      state = nothing('');
    },
  };
}

/** @param {string} text */
const nothing = (text) => ({
  text,
  found: [],
  more: false,
  searchedTo: /** @type {number | undefined} */ (undefined),
  searching: false,
  error: '',
});

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function wait(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

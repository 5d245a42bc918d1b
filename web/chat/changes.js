/** @import { Changes, Message } from './types.js' */

const PAGE = 200;

/**
 * Applies edits and deletions in the order of their revisions. Pushes bring them; the store has the missed ones.
 * @param {object} parts
 * @param {(query: Record<string, number>) => Promise<{ messages: Message[], more: boolean }>} parts.ask
 * @param {(messages: Message[]) => void} parts.apply
 */
export function createChanges({ ask, apply }) {
  /** The page has applied all changes up to this revision. */
  let rev = 0;
  /** The newest revision known to exist. */
  let newest = 0;

  /** @returns {Promise<boolean>} whether there are more changes */
  async function readPage() {
    const { messages, more } = await ask({ changedAfter: rev, limit: PAGE });
    rev = Math.max(rev, messages.at(-1)?.rev ?? 0);
    newest = Math.max(newest, rev);
    apply(messages);
    return more;
  }

  return {
    get rev() {
      return rev;
    },
    get newest() {
      return newest;
    },
    /** @param {number} rev the store's newest revision */
    know(rev) {
      newest = rev;
    },
    /** @param {Changes} changes pushed ones @returns {boolean} whether others are missing */
    receive({ after, messages }) {
      const last = messages.at(-1)?.rev ?? 0;
      apply(messages);
      newest = Math.max(newest, last);
      if (after <= rev) rev = Math.max(rev, last);
      return rev < newest;
    },
    /** Reads changes up to the newest known revision. */
    async read() {
      while (rev < newest) {
        const upTo = newest;
        if (!(await readPage())) rev = Math.max(rev, upTo);
      }
    },
    /** Reads changes up to the end. */
    async readAll() {
      while (await readPage());
    },
    /**
     * Starts with a page. A page shows the store at one moment: if it has a change, it has all earlier changes.
     * @param {Message[]} page @param {number} known  the newest revision known before the request for the page
     */
    start(page, known) {
      rev = Math.max(known, ...page.map((message) => message.rev ?? 0));
      newest = Math.max(newest, rev);
    },
    /** Changes after this revision may be missing. @param {number} to */
    goBack(to) {
      rev = Math.min(rev, to);
    },
  };
}

/** @import { Api } from './api.js' */
/** @import { People } from './people.js' */
/** @import { Presence } from './types.js' */

/** After an error the page waits this long before it asks again. */
const RETRY_MS = 10_000;

/**
 * Asks the server for the list of people when presence events do not suffice. A thousand pages that ask at once would
 * be a flood: the delay and its random spread grow with the number online.
 * @param {object} parts
 * @param {People} parts.people
 * @param {Pick<Api, 'online'>} parts.api
 * @param {() => void} parts.changed
 * @param {(error: unknown) => void} parts.failed
 */
export function createPeopleReader({ people, api, changed, failed }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let closed = false;
  let joinedBefore = false;
  /** Number of presence events so far. */
  let presences = 0;

  /** @param {number} ms */
  function readIn(ms) {
    if (closed || (timer !== undefined && ms > 0)) return;
    clearTimeout(timer);
    timer = setTimeout(read, ms);
  }

  async function read() {
    timer = undefined;
    const before = presences;
    try {
      people.replace(await api.online());
      // Presence changed during the request, so the answer may be out of date.
      if (presences !== before) readSoon();
      changed();
    } catch (error) {
      failed(error);
      // Keep the list; presence events still update it. (On Laravel another process has the list.)
      readSoon(RETRY_MS);
    }
  }

  /** @param {number} [least] shortest delay, ms */
  function readSoon(least = 1000) {
    readIn((0.5 + Math.random()) * Math.max(least, people.count * 10));
  }

  return {
    /** Asks later: all pages reconnect at once after a restart of the server. */
    joined() {
      readIn(joinedBefore ? Math.random() * people.count * 5 : 0);
      joinedBefore = true;
    },
    /** @param {Presence} event */
    presence(event) {
      presences++;
      if (!people.apply(event)) readSoon();
      changed();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** @import { ServerResponse } from 'node:http' */

// The server closes a page that does not read at this backlog: its browser connects again and gets the whole state.
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;

/** The open pages. Each gets server-sent events. */
export class Audience {
  /** @type {Set<ServerResponse>} */
  #pages = new Set();

  /** @param {ServerResponse} response @param {Record<string, object>} first events */
  add(response, first) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
    for (const [event, data] of Object.entries(first)) response.write(textOf(event, data));
  }

  /** @param {string} event @param {object} data */
  send(event, data) {
    const text = textOf(event, data);
    for (const page of this.#pages) {
      page.write(text);
      if (page.writableLength > MOST_UNREAD_BYTES) page.destroy();
    }
  }

  close() {
    for (const page of this.#pages) page.destroy();
  }
}

/** @param {string} event @param {object} data */
const textOf = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

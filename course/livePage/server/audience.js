import { EventEmitter } from 'node:events';

const BEAT_MS = 15_000;
// Who does not read for so long is hung up on; a browser comes back by itself and is told all anew.
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;

/** Those who watch, each by server-sent events. Emits `somebody` with the first that comes, `nobody` once the last has left. */
export class Audience extends EventEmitter {
  /** @type {Set<import('node:http').ServerResponse>} */
  #watchers = new Set();
  #beat = setInterval(() => this.#write(': still here\n\n'), BEAT_MS).unref();

  /**
   * @param {import('node:http').ServerResponse} response @param {Array<[string, object]>} first events
   */
  add(response, first) {
    // Whoever has left already would never be seen to leave.
    if (response.destroyed) return;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const [event, data] of first) response.write(eventText(event, data));
    this.#watchers.add(response);
    response.once('close', () => {
      this.#watchers.delete(response);
      if (this.#watchers.size === 0) this.emit('nobody');
    });
    if (this.#watchers.size === 1) this.emit('somebody');
  }

  /** @param {string} event @param {object} data */
  tell(event, data) {
    if (this.#watchers.size > 0) this.#write(eventText(event, data));
  }

  close() {
    clearInterval(this.#beat);
    for (const watcher of this.#watchers) watcher.destroy();
  }

  /** @param {string} text */
  #write(text) {
    for (const watcher of this.#watchers) {
      watcher.write(text);
      if (watcher.writableLength > MOST_UNREAD_BYTES) watcher.destroy();
    }
  }
}

/** @param {string} event @param {object} data */
const eventText = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

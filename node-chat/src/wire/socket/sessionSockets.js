/** @typedef {import('socket.io').Socket} Socket */

/** Which sockets belong to which session, so that a logout closes exactly those. */
export class SessionSockets {
  /** @type {Map<string, Socket | Set<Socket>>} most sessions have one socket, and a Set costs 200 bytes */
  #byHandle = new Map();

  /** @param {string} handle @param {Socket} socket */
  add(handle, socket) {
    const known = this.#byHandle.get(handle);
    if (!known) this.#byHandle.set(handle, socket);
    else if (known instanceof Set) known.add(socket);
    else this.#byHandle.set(handle, new Set([known, socket]));
  }

  /** @param {string} handle @param {Socket} socket */
  delete(handle, socket) {
    const known = this.#byHandle.get(handle);
    if (known instanceof Set) {
      known.delete(socket);
      if (known.size === 0) this.#byHandle.delete(handle);
    } else if (known === socket) {
      this.#byHandle.delete(handle);
    }
  }

  /** @param {string} handle */
  close(handle) {
    const known = this.#byHandle.get(handle);
    if (!known) return;
    this.#byHandle.delete(handle);
    for (const socket of known instanceof Set ? known : [known]) socket.disconnect(true);
  }
}

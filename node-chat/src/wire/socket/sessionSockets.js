/** @typedef {import('socket.io').Socket} Socket */

/** Which sockets belong to which session, so that a logout closes exactly those. */
export class SessionSockets {
  /** @type {Map<string, Set<Socket>>} */
  #byHandle = new Map();

  /** @param {string} handle @param {Socket} socket */
  add(handle, socket) {
    const sockets = this.#byHandle.get(handle);
    if (sockets) sockets.add(socket);
    else this.#byHandle.set(handle, new Set([socket]));
  }

  /** @param {string} handle @param {Socket} socket */
  has(handle, socket) {
    return this.#byHandle.get(handle)?.has(socket) ?? false;
  }

  /** @param {string} handle @param {Socket} socket */
  delete(handle, socket) {
    const sockets = this.#byHandle.get(handle);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byHandle.delete(handle);
  }

  /** @param {string} handle */
  close(handle) {
    const sockets = this.#byHandle.get(handle) ?? [];
    this.#byHandle.delete(handle);
    for (const socket of sockets) socket.disconnect(true);
  }
}

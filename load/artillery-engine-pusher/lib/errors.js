/** What can go wrong with a step. `code` is what Artillery counts: short, without anything that differs from user to user. */
class PusherError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'PusherError';
    this.code = code;
  }
}

/** @param {string} what @param {number} seconds */
const timeout = (what, seconds) => new PusherError(`pusher.${what}_timeout`, `no ${what} within ${seconds} s`);

module.exports = { PusherError, timeout };

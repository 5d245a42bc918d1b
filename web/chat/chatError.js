/**
 * Errors after which the page sends a message again. After the first three the message may be stored: a database may
 * finish an insert that the server gave up. After the other two a later attempt succeeds.
 */
const UNDECIDED = ['no_answer', 'internal', 'store_unavailable', 'too_many_messages', 'too_many_connections'];

/** An error with a message for people and a code: one of contract.json, or `no_answer`. */
export class ChatError extends Error {
  /**
   * @param {{ code: string, message: string, field?: string }} error as the server sends it
   * @param {number} [retryAfter] seconds
   */
  constructor({ code, message, field }, retryAfter) {
    super(message);
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /** Tells whether the server did not store the message, and would refuse a second attempt too. */
  get isFinal() {
    return !UNDECIDED.includes(this.code);
  }

  /** The server asks to wait this long after too many calls, in ms. */
  get pause() {
    return (this.retryAfter ?? 1) * 1000;
  }

  /** Makes the error for a broken connection, or for an answer that did not come in time. */
  static noAnswer() {
    const message = 'The server did not answer. Check your connection, then try again.';
    return new ChatError({ code: 'no_answer', message });
  }
}

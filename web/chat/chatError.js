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

  /** Whether a message with this answer is not stored, and a second attempt would fail too. */
  get isFinal() {
    return !UNDECIDED.includes(this.code);
  }

  /** How long the server asks to wait after too many calls, in ms. */
  get pause() {
    return (this.retryAfter ?? 1) * 1000;
  }

  /** The connection broke, or no answer came in time. */
  static noAnswer() {
    const message = 'The server did not answer. Check your connection, then try again.';
    return new ChatError({ code: 'no_answer', message });
  }
}

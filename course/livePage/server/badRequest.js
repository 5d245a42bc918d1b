/** A request that makes no sense; field: which of its fields to change. */
export class BadRequest extends Error {
  statusCode = 422;
  code = 'bad_request';
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** @param {unknown} asked @throws {BadRequest} where it is none */
export function mustBeObject(asked) {
  if (asked === null || typeof asked !== 'object' || Array.isArray(asked))
    throw new BadRequest('', 'Send a JSON object.');
}

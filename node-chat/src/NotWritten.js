/** The database is there and stores nothing. */
export class NotWritten extends Error {
  name = 'NotWritten';
}

/** A unique key is taken. */
export class DuplicateKey extends Error {
  name = 'DuplicateKey';
}

/** What was to be changed is not what it was taken for. */
export class OutOfDate extends Error {
  name = 'OutOfDate';
}

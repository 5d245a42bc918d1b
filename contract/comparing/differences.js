/**
 * @typedef {object} Difference
 * @property {string} at such as `status`, `headers.allow` or `body.error.code`
 * @property {any} one @property {any} other
 */

/**
 * Where two values of JSON differ.
 * @param {any} one @param {any} other @param {string} [at] @returns {Difference[]} the status alone where that differs: the rest comes of it
 */
export function differences(one, other, at = '') {
  if (Object.is(one, other)) return [];
  if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) return [{ at, one, other }];
  if (one.status !== other.status)
    return [{ at: at ? `${at}.status` : 'status', one: one.status, other: other.status }];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], at ? `${at}.${key}` : key),
  );
}

/** @param {any} value */
const isNested = (value) => typeof value === 'object' && value !== null;

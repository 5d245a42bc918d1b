/* eslint-disable no-control-regex -- control characters are what is looked for */
import { allow } from './allowed.js';

/** @typedef {import('./call.js').Step} Step @typedef {import('./call.js').Call} Call */

// What a path may hold, and what of it leads nowhere: above the root, a NUL, nothing encoded.
const TARGET = /^\/(?!\/)(?:[\x21-\x24\x26-\x7e]|%(?!00)[0-9a-f]{2})*$/i;
const ABOVE_ROOT = /(?:^|\/|\\|%2f|%5c)(?:\.|%2e){2}(?:\/|\\|%2f|%5c|$)/i;
const HOST = /^(?:‹host›|localhost|127\.0\.0\.1|[a-z]+\.example)$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e‹›]*$/;
const RAW =
  /[\x01-\x08\x0b\x7f-\xff]|HTTP\/1\.[02]|^(?:BREW|CONNECT|OPTIONS \*)|authorization: a\r\nauth|^GET \S+\r\n|[^\r]\n/;
const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/**
 * Whether one server refused a step that another still reads, and may.
 * @param {Step} step @param {any} one what it showed @param {any} other
 */
export function isDoubtful(step, one, other) {
  if ('socket' in step) return false;
  if ([one, other].flat().some(isUnfinishedSearch)) return true;
  if ('raw' in step) return RAW.test(step.raw) && (isRefusal(one) || isRefusal(other));
  if ('volley' in step) return step.volley.some(isDoubtfulCall) && (isRefusal(one) || isRefusal(other));
  if ([one, other].some(({ status }) => status === 412) && hasEmptyPrecondition(step)) return true;
  const refusals = [one, other].filter(
    (shown) => isRefusal(shown) || (isOddMethod(step.method) && shown.status === 405),
  );
  return refusals.length > 0 && isDoubtfulCall(step);
}

/** Whether a search ended before it had found as many as it was to, or had come to the end. */
const isUnfinishedSearch = allow(
  'it may pass over, and reach further',
  (/** @type {any} */ shown) =>
    shown?.body?.more === true && 'searchedTo' in shown.body && shown.body.searchedTo !== shown.body.messages[0]?.id,
);

const hasEmptyPrecondition = allow(
  'may answer 412 to an `If-Match` or `If-Unmodified-Since` that is empty',
  (/** @type {Call} */ { target, headers }) =>
    /^(?:http:\/\/[^/]*)?\/web\//.test(target) &&
    headers.some(([name, value]) => /^if-(match|unmodified-since)$/.test(name) && value === ''),
);

const isOddMethod = allow(
  'a method that HTTP does not know, or `TRACE`, is 400 `bad_request` or 405',
  (/** @type {string} */ method) => !KNOWN.has(method),
);

export const isDoubtfulCall = allow(
  "as the server's parser has it",
  (/** @type {Call} */ { method, target, headers }) => {
    const path = target.split('?')[0];
    const isHeaderOdd = headers.some(([name, value]) => {
      return !HEADER_NAME.test(name) || !HEADER_VALUE.test(value) || (name === 'host' && !HOST.test(value));
    });
    return isOddMethod(method) || !TARGET.test(target.replace(/‹\w+›/g, '1')) || leadsAboveRoot(path) || isHeaderOdd;
  },
);

const leadsAboveRoot = allow('where one leads above the root or holds a NUL', (/** @type {string} */ path) =>
  ABOVE_ROOT.test(path),
);

/** Whether that is a refusal of what is no HTTP. @param {any} shown */
export const isRefusal = (shown) =>
  typeof shown === 'string' ||
  (Array.isArray(shown)
    ? shown.length === 0 || shown.some(isRefusal)
    : isTimedOut(shown) || (shown.status === 400 && shown.body?.error?.code !== 'bad_json'));

const isTimedOut = allow(
  'a head that cannot be read may be taken for one that does not come to its end (408)',
  (/** @type {any} */ shown) => shown.status === 408,
);

import { asCurl, quoted } from './call.js';
import { Visit } from './visit.js';

/** @typedef {import('./call.js').Step} Step */

/**
 * A disagreement so that a person can type it: against the first server; the other gets the same.
 * @param {import('./pair.js').Pair} pair @param {import('./compare.js').Disagreement} disagreement
 */
export function tell(pair, { steps, kind, differences, times, repeats }) {
  const [one, other] = pair.sides;
  const head = `FAIL  ${kind}${times > 1 ? ` (${times} times)` : ''}${repeats ? '' : ' (not seen again when done alone)'}`;
  const lines = differences.slice(0, 4).map(({ at, one: first, other: second }) => {
    return `        ${at}: ${one.server.config.name} ${brief(first)}, ${other.server.config.name} ${brief(second)}`;
  });
  const { fill } = new Visit(one, `${pair.name}-x`, '127.0.0.1');
  const typed = steps.slice(repeats ? -8 : -2).flatMap((step) => typedStep(step, fill, one.url));
  // What did not show again may need all that came before it.
  const json = [`        --again ${quoted(JSON.stringify(steps))}`];
  return [head, ...lines, ...typed.map((line) => `        ${line}`.slice(0, 3000)), ...json].join('\n');
}

/** @param {Step} step @param {(text: string) => string} fill @param {URL} url @returns {string[]} */
function typedStep(step, fill, url) {
  if ('raw' in step) return [`printf %b ${quoted(fill(step.raw))} | nc -q1 ${url.hostname} ${url.port}`];
  if ('socket' in step) return [`# socket ${step.socket} ${typedSocket(step, fill)}`];
  if ('volley' in step) return [`# ${step.how}:`, ...step.volley.map((call) => asCurl(call, fill, url.origin))];
  return [asCurl(step, fill, url.origin)];
}

/** @param {import('./call.js').SocketStep} step @param {(text: string) => string} fill */
function typedSocket({ does, session, payloads = [], size }, fill) {
  if (does === 'join') return `joins with jar${session}`;
  if (does === 'leave') return 'leaves';
  if (does === 'type') return 'says that its user writes';
  if (does === 'rejoin') return 'joins once more';
  const what = `${payloads
    .map(fill)
    .map((text) => text.slice(0, 200))
    .join(' and ')}${size === undefined ? '' : `, padded to a frame of ${size} bytes`}`;
  if (does === 'noise') return `says ${what}`;
  return does === 'early' ? `of jar${session}, which has not joined, sends ${what}` : `sends the messages ${what}`;
}

/** @param {any} value */
const brief = (value) => String(JSON.stringify(value)).slice(0, 160);

import http from 'node:http';
import { now } from '../../../load/src/ledger/clock.js';
import { takesTime } from '../labCalls.js';

// Longer than any server lets a lab call wait for its turn.
const TIMEOUT_MS = 130_000;

/**
 * @typedef {object} Outcome of one press at one chat
 * @property {number} asked @property {number} done @property {number} failed
 * @property {number} ms until the last answer that there is @property {string | null} error of the last that failed
 */

/** @param {number} asked @returns {Outcome} before anything is answered */
export const unanswered = (asked) => ({ asked, done: 0, failed: 0, ms: 0, error: null });

/**
 * Makes lab calls of one chat, all at once.
 * @param {string} url @param {import('../labCalls.js').LabCall} call @param {{where: string, ms: number, times: number}} press
 * @param {(outcome: Outcome) => void} onChange
 */
export function pressAt(url, call, { where, ms, times }, onChange) {
  const began = now();
  const outcome = unanswered(times);
  const agent = new http.Agent({ keepAlive: false });
  const body = JSON.stringify({ ...call.body, ...(takesTime(call) ? { ms } : call.amount) });
  for (let sent = 0; sent < times; sent++) {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = http.request(`${url}/lab/${where}/${call.what}`, {
      ...{ method: 'POST', agent, headers, timeout: TIMEOUT_MS },
    });
    let settled = false;
    const settle = (/** @type {string | null} */ error) => {
      if (settled) return;
      settled = true;
      outcome.ms = now() - began;
      if (error === null) outcome.done++;
      else Object.assign(outcome, { failed: outcome.failed + 1, error });
      onChange(outcome);
    };
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (/** @type {NodeJS.ErrnoException} */ error) => settle(error.code ?? error.message));
    request.on('response', (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('error', (error) => settle(error.message));
      response.on('end', () => settle(response.statusCode === 200 ? null : errorIn(text, response.statusCode)));
    });
    request.end(body);
  }
  onChange(outcome);
}

/** @param {string} text @param {number | undefined} status @returns {string} */
function errorIn(text, status) {
  try {
    return JSON.parse(text).error.code;
  } catch {
    return `HTTP ${status}`;
  }
}

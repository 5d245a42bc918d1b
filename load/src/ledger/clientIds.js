import { randomBytes } from 'node:crypto';

/**
 * A clientId carries the intended send time, so that a receiver in any process knows the delivery latency:
 * RUN-SENDER-NUMBER-INTENDED, all in base 36, the intended time in microseconds since 1970.
 */

/** @param {{run: string, sender: number, number: number, intendedAt: number}} message intendedAt: ms since 1970 */
export function makeClientId({ run, sender, number, intendedAt }) {
  return `${run}-${sender.toString(36)}-${number.toString(36)}-${Math.round(intendedAt * 1000).toString(36)}`;
}

/** @param {string} clientId @param {string} run @returns {boolean} whether the message belongs to the run */
export function isOfRun(clientId, run) {
  return typeof clientId === 'string' && clientId.startsWith(run + '-');
}

/** @param {string} clientId made by makeClientId @returns {number} ms since 1970 */
export function intendedAtOf(clientId) {
  return parseInt(clientId.slice(clientId.lastIndexOf('-') + 1), 36) / 1000;
}

/**
 * @param {string} clientId made by makeClientId
 * @returns {{sender: number, number: number}} number: the message's in its run, from 0
 */
export function clientIdFields(clientId) {
  const [, sender, number] = clientId.split('-', 3);
  return { sender: parseInt(sender, 36), number: parseInt(number, 36) };
}

/**
 * Makes the text of a load message: the study's text and the message's number. It follows from the clientId, so every
 * receiver can tell whether a text was altered.
 * @param {string} clientId made by makeClientId
 */
export const textOf = (clientId) => `test message ${clientId.split('-', 3)[2]}`;

/** @returns {string} a unique name that can begin a clientId and name a folder */
export const newRunName = () => 'r' + Date.now().toString(36) + randomBytes(4).toString('hex');

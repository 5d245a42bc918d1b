import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

/** @import { ErrorCode } from '../contract.js' */

const { limits } = contract;
const controlCharacter = /\p{Cc}/u;
const controlCharacterInText = /[^\P{Cc}\t\n]/u; // any control character other than tab and LF
const clientIdPattern = new RegExp(contract.patterns.clientId);

/**
 * A login as it is stored: trimmed, then NFC.
 * @param {unknown} value
 * @throws {ChatError} empty_field, login_invalid, login_too_long
 */
export function cleanLogin(value) {
  const refusal = (/** @type {ErrorCode} */ code) => new ChatError(code, { field: 'login' });
  if (value === undefined || value === null || value === '') throw refusal('empty_field');
  if (typeof value !== 'string') throw refusal('login_invalid');
  const login = value.trim().normalize('NFC');
  if (login === '') throw refusal('empty_field');
  if (controlCharacter.test(login)) throw refusal('login_invalid');
  if (isLongerThan(login, limits.loginMax)) throw refusal('login_too_long');
  return login;
}

/** @param {unknown} value @throws {ChatError} empty_field, password_invalid, password_too_long */
export function cleanPassword(value) {
  const refusal = (/** @type {ErrorCode} */ code) => new ChatError(code, { field: 'password' });
  if (value === undefined || value === null || value === '') throw refusal('empty_field');
  if (typeof value !== 'string' || controlCharacter.test(value)) throw refusal('password_invalid');
  if (Buffer.byteLength(value) > limits.passwordMaxBytes) throw refusal('password_too_long');
  return value;
}

/**
 * A message's text as it is stored: as sent, with CRLF as LF.
 * @param {unknown} value
 * @throws {ChatError} empty_text, text_invalid, text_too_long
 */
export function cleanText(value) {
  const refusal = (/** @type {ErrorCode} */ code) => new ChatError(code, { field: 'text' });
  if (value === undefined || value === null) throw refusal('empty_text');
  if (typeof value !== 'string') throw refusal('text_invalid');
  const text = value.includes('\r\n') ? value.replaceAll('\r\n', '\n') : value;
  if (text.trim() === '') throw refusal('empty_text');
  if (controlCharacterInText.test(text)) throw refusal('text_invalid');
  if (isLongerThan(text, limits.textMax)) throw refusal('text_too_long');
  return text;
}

/** @param {unknown} value @throws {ChatError} client_id_invalid */
export function cleanClientId(value) {
  if (typeof value === 'string' && clientIdPattern.test(value)) return value;
  throw new ChatError('client_id_invalid', { field: 'clientId' });
}

/**
 * The id of the message that is replied to. Only the store knows whether that message is there.
 * @param {unknown} value
 * @returns {number | undefined} undefined: not a reply
 * @throws {ChatError} message_not_found
 */
export function cleanReplyTo(value) {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new ChatError('message_not_found', { field: 'replyTo' });
}

/** @param {string} text @param {number} max code points; a text never has more of them than UTF-16 units */
const isLongerThan = (text, max) => text.length > max && [...text].length > max;

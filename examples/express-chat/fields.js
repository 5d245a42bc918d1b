import fs from 'node:fs';

/** The contract's rules for fields; contract/vectors.json has the edge cases. */
const url = new URL('../../contract/contract.json', import.meta.url);
export const contract = JSON.parse(fs.readFileSync(url, 'utf8'));
const { limits, names, patterns } = contract;

/** An error of contract.json, by its code. */
export class ChatError extends Error {
  constructor(code, field) {
    super(contract.errors[code].message);
    this.status = contract.errors[code].status;
    this.answer = { code, message: this.message, ...(field && { field }) };
  }
}

const scripts = [...names.scripts.flatMap((line) => line.split(' ')), ...names.scriptsTogether];
const inOneScript = scripts.map((set) => {
  const letters = set.split(' ').map((script) => `\\p{scx=${script}}`);
  return `[${letters.join('')}${names.inEveryScript}]+`;
});
const newName = new RegExp(`^(?=(?:${names.characters})+$)(?:${inOneScript.join('|')})$`, 'u');
export const mayBeNew = (name) => newName.test(name);
export const keyOf = (name) => name.normalize('NFKC').toUpperCase().toLowerCase();

function string(value, field, empty, invalid) {
  if (value === undefined || value === null || value === '') throw new ChatError(empty, field);
  if (typeof value !== 'string') throw new ChatError(invalid, field);
  return value;
}

export function login(value) {
  const name = string(value, 'login', 'empty_field', 'login_invalid').trim().normalize('NFC');
  if (name === '') throw new ChatError('empty_field', 'login');
  if (/\p{Cc}/u.test(name)) throw new ChatError('login_invalid', 'login');
  if ([...name].length > limits.loginMax) throw new ChatError('login_too_long', 'login');
  return name;
}

export function password(value) {
  string(value, 'password', 'empty_field', 'password_invalid');
  if (/\p{Cc}/u.test(value)) throw new ChatError('password_invalid', 'password');
  if (Buffer.byteLength(value) > limits.passwordMaxBytes) throw new ChatError('password_too_long', 'password');
  return value;
}

export function text(value) {
  const clean = string(value, 'text', 'empty_text', 'text_invalid').replaceAll('\r\n', '\n');
  if (clean.trim() === '') throw new ChatError('empty_text', 'text');
  if (/[^\P{Cc}\t\n]/u.test(clean)) throw new ChatError('text_invalid', 'text');
  if ([...clean].length > limits.textMax) throw new ChatError('text_too_long', 'text');
  return clean;
}

export function clientId(value) {
  if (typeof value !== 'string' || !new RegExp(patterns.clientId).test(value))
    throw new ChatError('client_id_invalid', 'clientId');
  return value;
}

/** Checks that a body is a JSON object without lone surrogates. */
export function object(value) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || /\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(value))) throw new ChatError('bad_json');
  return value;
}

/** A whole number of the query; undefined: missing. */
export function whole(query, name, least, most) {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new ChatError('invalid_parameter', name);
  return Number(value);
}

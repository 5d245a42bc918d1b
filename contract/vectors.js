import { readFileSync } from 'node:fs';

/**
 * The rows of vectors.json.
 * @typedef {{what: string, sent: Record<string, any>, stored: any, error?: string}} Vector what: for people; sent: the field as a member
 *   of a body, or no member; stored: what it becomes
 */

const file = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));

const MAX_SHOWN = 60;

/** @param {any} value as it stands, or {repeat, then} @param {string} digits */
function written(value, digits) {
  if (Array.isArray(value?.repeat)) return value.repeat[1].repeat(value.repeat[0]) + (value.then ?? '');
  return typeof value === 'string' ? value.replace('{n}', digits) : value;
}

/**
 * @param {'login' | 'password' | 'text' | 'clientId'} field
 * @param {() => string} [digits] that make a login new
 * @returns {Vector[]}
 */
export function vectors(field, digits = () => '777777777777') {
  return file[field].map((/** @type {any} */ row) => {
    const n = digits();
    const value = written(row.repeat ? row : row.input, n);
    const sent = 'input' in row || row.repeat ? { [field]: value } : {};
    const stored = row.stored === undefined ? value : written(row.stored, n);
    const shown = (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN);
    return { what: `${field} ${shown}${row.why ? ` (${row.why})` : ''}`, sent, stored, error: row.error };
  });
}

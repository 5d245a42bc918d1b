import { readFileSync } from 'node:fs';

/**
 * A row of vectors.json in the form that tests use.
 * @typedef {{what: string, sent: Record<string, any>, stored: any, error?: string}} Vector what: the test's name; sent:
 *   the body, with the field or without it; stored: the field's value in the answer; error: the code of the refusal
 */

const file = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'));

/** Writes a row in printable ASCII, because a report may be XML. @param {any} row */
function printable({ input, repeat, then = '' }) {
  const text = repeat ? `${repeat[0]} times ${JSON.stringify(repeat[1] + then)}` : (JSON.stringify(input) ?? 'nothing');
  return text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {any} value the input, or {repeat, then} @param {string} digits */
function valueOf(value, digits) {
  if (Array.isArray(value?.repeat)) return value.repeat[1].repeat(value.repeat[0]) + (value.then ?? '');
  return typeof value === 'string' ? value.replace('{n}', digits) : value;
}

/**
 * @param {'login' | 'password' | 'text' | 'clientId'} field
 * @param {() => string} [freshDigits] gives digits that make a login unused
 * @returns {Vector[]}
 */
export function vectors(field, freshDigits = () => '777777777777') {
  return file[field].map((/** @type {any} */ row) => {
    const digits = freshDigits();
    const value = valueOf(row.repeat ? row : row.input, digits);
    const sent = 'input' in row || row.repeat ? { [field]: value } : {};
    const stored = row.stored === undefined ? value : valueOf(row.stored, digits);
    return { what: `${field} ${printable(row)}${row.why ? ` (${row.why})` : ''}`, sent, stored, error: row.error };
  });
}

import { createHash } from 'node:crypto';
import { refusing, rewriting, sending } from './break.js';

/** @param {(password: string) => string} change */
const password = (change) => rewriting('/login', 'password', change);

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'needs no password',
    breaks: ['a password that is missing', 'a refused login gives no session', 'only wrong passwords count'],
    ...sending('/login', (sent) => void ((sent.password ||= 'none'), (sent.login ||= 'nobody'))),
  },
  {
    name: 'cuts passwords at 72 bytes',
    breaks: [
      'a password of exactly 72 bytes',
      'a password is counted in bytes',
      'the fields are checked before the att',
    ],
    ...password((word) => Buffer.from(word).subarray(0, 72).toString()),
  },
  {
    name: 'takes passwords of 71 bytes at most',
    breaks: ['a password of exactly 72 bytes', 'the last of 72 bytes'],
    ...refusing('/login', 'password', 'password_too_long', (word) => Buffer.byteLength(String(word)) === 72),
  },
  {
    name: 'counts passwords in characters',
    breaks: ['a password is counted in bytes'],
    ...password((word) =>
      Buffer.byteLength(word) > 72 && word.length <= 72 ? createHash('sha256').update(word).digest('hex') : word,
    ),
  },
  {
    name: 'overlooks the last byte of a long password',
    breaks: ['the last of 72 bytes'],
    ...password((word) => (word.length === 72 ? word.slice(0, 71) : word)),
  },
  {
    name: 'trims passwords',
    breaks: ['a password of two spaces', 'a password is not trimmed'],
    ...password((word) => word.trim()),
  },
  {
    name: 'normalises passwords',
    breaks: ['a password is not normalised'],
    ...password((word) => word.normalize('NFC')),
  },
  {
    name: 'compares passwords without case',
    breaks: ['a password differs by case'],
    ...password((word) => word.toLowerCase()),
  },
];

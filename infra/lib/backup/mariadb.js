import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mariadbConfig, mariadbDatabase } from '../parts/mariadb.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** One consistent picture, taken while the chat goes on. @param {Instance} it @param {string} file */
export function saveMariadb(it, file) {
  const out = openSync(file, 'w', 0o600);
  const words = ['--single-transaction', '--quick', '--hex-blob', '--default-character-set=utf8mb4', mariadbDatabase];
  execFileSync('mariadb-dump', [`--defaults-file=${mariadbConfig(it)}`, ...words], { stdio: ['ignore', out, 'pipe'] });
  closeSync(out);
}

/** @param {Instance} it @param {string} file */
export function loadMariadb(it, file) {
  const input = openSync(file, 'r');
  const words = [`--defaults-file=${mariadbConfig(it)}`, '--default-character-set=utf8mb4', mariadbDatabase];
  execFileSync('mariadb', words, { stdio: [input, 'ignore', 'pipe'] });
  closeSync(input);
}

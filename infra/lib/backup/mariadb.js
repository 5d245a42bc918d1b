import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { mariadbConfig, mariadbDatabase, mariadbEnv } from '../parts/mariadb.js';
import { secrets } from '../secrets.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** One consistent picture, taken while the chat goes on. @param {Instance} it @param {string} file */
export function saveMariadb(it, file) {
  const out = openSync(file, 'wx', 0o600);
  const words = ['--single-transaction', '--quick', '--hex-blob', '--default-character-set=utf8mb4', mariadbDatabase];
  try {
    run('mariadb-dump', it, words, ['ignore', out, 'pipe']);
  } finally {
    closeSync(out);
  }
}

/** How lines of a dump look; rows have their line ends escaped. */
const dumpLines = [
  /^(--.*)?$/,
  /^\/\*M!999999\\- enable the sandbox mode \*\/ ?$/,
  /^\/\*M?!\d{5,6} SET [^;]*\*\/;$/,
  /^\/\*!40000 ALTER TABLE `\w+` (DIS|EN)ABLE KEYS \*\/;$/,
  /^DROP TABLE IF EXISTS `\w+`;$/,
  /^CREATE TABLE `\w+` \($/,
  /^ {2}\S[^;]*$/,
  /^\) ENGINE=InnoDB[^;]*;$/,
  /^(LOCK TABLES `\w+` WRITE|UNLOCK TABLES|set autocommit=0|commit);$/,
  /^INSERT INTO `\w+` VALUES( ?\(.*\)[,;])?$/,
  /^\(.*\)[,;]$/,
];

/**
 * Whether a file is a whole dump as saveMariadb makes it. What it may do is held by whom it is loaded as.
 * @param {string} file
 * @throws {Error} what it is not
 */
export async function checkMariadb(file) {
  const lacks = new Set(['users', 'messages']);
  let last = '';
  let number = 0;
  let isDump = false;
  let wrong = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (number <= 2 && line.startsWith('-- MariaDB dump ')) isDump = true;
    if (wrong === 0 && !dumpLines.some((pattern) => pattern.test(line))) wrong = number;
    lacks.delete(/^CREATE TABLE `(\w+)` \($/.exec(line)?.[1] ?? '');
    if (line !== '') last = line;
  }
  if (!isDump) throw new Error('chat.sql is no dump of MariaDB');
  if (wrong > 0) throw new Error(`line ${wrong} of chat.sql is none that a back-up has`);
  if (lacks.size > 0) throw new Error(`chat.sql lacks the table ${[...lacks][0]}`);
  if (!last.startsWith('-- Dump completed')) throw new Error('chat.sql ends too early');
}

/**
 * Loads a dump as the chat's own account, which reaches nothing but the chat's tables, by a client whose own commands are off: `\!` in
 * a dump would be a command of the machine. Without --loose-, a client from before 10.11.8 would not start; --binary-mode is enough for it.
 * @param {Instance} it @param {string} file
 */
export function loadMariadb(it, file) {
  const input = openSync(file, 'r');
  const commandsOff = ['--binary-mode', '--loose-sandbox', '--skip-named-commands', '--local-infile=0'];
  try {
    run('mariadb', it, [...commandsOff, '--default-character-set=utf8mb4', mariadbDatabase], [input, 'ignore', 'pipe']);
  } finally {
    closeSync(input);
  }
}

/** @param {string} program @param {Instance} it @param {string[]} words @param {('ignore' | 'pipe' | number)[]} stdio */
function run(program, it, words, stdio) {
  const { DB_USERNAME } = mariadbEnv(it);
  const env = { ...process.env, MYSQL_PWD: secrets(it).DB_PASSWORD };
  try {
    execFileSync(program, [`--defaults-file=${mariadbConfig(it)}`, `--user=${DB_USERNAME}`, ...words], { stdio, env });
  } catch (error) {
    const lines = `${/** @type {{stderr?: Buffer}} */ (error).stderr ?? ''}`.split('\n').filter((line) => line !== '');
    throw new Error(lines.at(-1)?.replace(/\.+$/, '') ?? `${program} failed`, { cause: error });
  }
}

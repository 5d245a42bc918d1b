import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { characterSet, mariadbConfig, mariadbDatabase, mariadbEnv } from '../parts/mariadb.js';
import { secrets } from '../secrets.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** One consistent picture, taken while the chat goes on. @param {Instance} it @param {string} file */
export function saveMariadb(it, file) {
  const out = openSync(file, 'wx', 0o600);
  const charset = '--default-character-set=utf8mb4';
  const words = ['--single-transaction', '--quick', '--hex-blob', '--skip-triggers', charset, mariadbDatabase];
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
  /^(LOCK TABLES `\w+` WRITE|UNLOCK TABLES);$/,
  /^(set autocommit=0|commit);$/, // until MariaDB 11.7
  /^(SET @OLD_AUTOCOMMIT=@@AUTOCOMMIT, @@AUTOCOMMIT=0|COMMIT|SET AUTOCOMMIT=@OLD_AUTOCOMMIT);$/,
  /^INSERT INTO `\w+` VALUES( ?\(.*\)[,;])?$/,
  /^\(.*\)[,;]$/,
];

/**
 * Whether a file is a whole dump as saveMariadb makes it. The rights of the account that loads it bound what it can do.
 * @param {string} file
 * @throws {Error} naming the fault
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
 * Loads a dump into an empty database as the chat's own account, which reaches nothing but the chat's tables. The
 * client's own commands are off: `\!` in a dump would be a command of the machine. Without --loose-, a client from
 * before 10.11.8 would not start; --binary-mode is enough for it.
 * @param {Instance} it @param {string} file
 * @throws {Error} where it fails, or leaves code in the database
 */
export function loadMariadb(it, file) {
  // A dump replaces tables, and leaves all else where it is.
  const anew = `DROP DATABASE ${mariadbDatabase}; CREATE DATABASE ${mariadbDatabase} ${characterSet}`;
  run('mariadb', it, ['--execute', anew], ['ignore', 'ignore', 'pipe']);
  const input = openSync(file, 'r');
  const commandsOff = ['--binary-mode', '--loose-sandbox', '--skip-named-commands', '--local-infile=0'];
  try {
    run('mariadb', it, [...commandsOff, '--default-character-set=utf8mb4', mariadbDatabase], [input, 'ignore', 'pipe']);
  } finally {
    closeSync(input);
  }
  checkNoCode(it);
}

/**
 * The chat has tables alone. A trigger, a routine, an event or a view would run with the chat's rights after a restore.
 * @param {Instance} it
 * @throws {Error} naming one
 */
export function checkNoCode(it) {
  const kinds = [
    "SELECT 'the trigger', trigger_name FROM information_schema.triggers WHERE trigger_schema",
    "SELECT 'the routine', routine_name FROM information_schema.routines WHERE routine_schema",
    "SELECT 'the event', event_name FROM information_schema.events WHERE event_schema",
    "SELECT 'the view', table_name FROM information_schema.views WHERE table_schema",
  ];
  const query = kinds.map((kind) => `${kind} = '${mariadbDatabase}'`).join(' UNION ');
  const [found] = run(
    'mariadb',
    it,
    ['--skip-column-names', '--execute', query],
    ['ignore', 'pipe', 'pipe'],
    userInfo(),
  )
    .split('\n')
    .map((line) => line.replace('\t', ' '));
  if (found) throw new Error(`it brings ${found}`);
}

/**
 * @param {string} program @param {Instance} it @param {string[]} words @param {('ignore' | 'pipe' | number)[]} stdio
 * @param {{username: string}} [as] whose account; the chat's where absent
 */
function run(program, it, words, stdio, { username } = { username: mariadbEnv(it).DB_USERNAME }) {
  if (it.options.mariadb) throw new Error('the MariaDB of DB_HOST is not ours: run mariadb-dump or mariadb there');
  const env = { ...process.env, MYSQL_PWD: secrets(it).DB_PASSWORD };
  const known = [`--defaults-file=${mariadbConfig(it)}`, `--user=${username}`];
  try {
    return execFileSync(program, [...known, ...words], { stdio, env, encoding: 'utf8' }) ?? '';
  } catch (error) {
    const lines = `${/** @type {{stderr?: Buffer}} */ (error).stderr ?? ''}`.split('\n').filter((line) => line !== '');
    throw new Error(lines.at(-1)?.replace(/\.+$/, '') ?? `${program} failed`, { cause: error });
  }
}

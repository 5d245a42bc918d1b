import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { loadMariadb } from '../backup/mariadb.js';
import { freeOffset, testRanges } from '../free-offset.js';
import { address, instance, loopback, root } from '../instance.js';
import { mongoServer } from '../parts/mongo.js';

/** @param {string} command @param {string[]} words */
async function infra(command, ...words) {
  const env = { ...process.env, CHAT_BCRYPT_COST: '4', CHAT_HOST: loopback };
  const { stdout } = await promisify(execFile)(join(root, 'infra', command), words, { env });
  return stdout.trim();
}

/** @param {string} url @param {string} login */
async function logIn(url, login) {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: 'pa$$wörd ✓' }),
  });
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** @param {string} url @param {string} cookie @param {string} text @param {string} clientId */
async function send(url, cookie, text, clientId) {
  const answer = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ text, clientId }),
  });
  return { status: answer.status, message: (await answer.json()).message };
}

/** @param {string} url @param {string} cookie */
const list = async (url, cookie) =>
  (await (await fetch(`${url}/messages?limit=200`, { headers: { cookie } })).json()).messages;

/** Names that no earlier run has used on the same data. */
const run = Date.now().toString(36);
const said = ['first', "it's ünïcödé: 👩‍👩‍👧 \\ \" '; DROP TABLE messages; --", ' \ttabs\nand lines '];

for (const real of [false, true]) {
  const name = real ? 'test-backup-real' : 'test-backup';
  const mongo = mongoServer();
  const only = real && mongo === null ? 'laravel' : null;
  const offset = freeOffset(real ? testRanges.realBackup : testRanges.backup);
  const it = instance(name, { host: loopback, offset, only, real, mongo, load: false });
  describe(real ? 'databases' : 'embedded stores', () => {
    before(async () => {
      // A run that was killed may have left half of a database.
      await infra('down', '--instance', name);
      rmSync(it.dir, { recursive: true, force: true });
      const words = ['--detach', '--yes', '--instance', name, '--offset', `${it.options.offset}`];
      await infra('up', ...words, ...(real ? ['--real'] : []), ...(only ? ['--only', only] : []));
    });
    after(() => infra('down', '--instance', name));

    for (const chat of /** @type {const} */ (['node', 'laravel'])) {
      const skip = only && chat !== only ? 'no server of the MongoDB protocol is at hand' : false;
      test(
        `${chat}: what was saved is back as it was, what came later is gone, and the chat goes on`,
        { skip },
        async () => {
          const url = address(it, 'http', it.ports[chat]);
          const { cookie } = await logIn(url, `Zoë ${run}`);
          for (const [index, text] of said.entries()) await send(url, cookie, text, `saved-${Date.now()}-${index}`);
          const saved = await list(url, cookie);
          const file = join(mkdtempSync(join(tmpdir(), 'chat-backup-')), 'all.tar.gz');
          await infra('backup', '--instance', name, file);

          await send(url, cookie, 'after the backup', `later-${Date.now()}`);
          await logIn(url, `late ${run}`);
          await infra('restore', '--instance', name, file);

          assert.deepEqual(await list(url, cookie), saved, 'the session and all messages are as they were');
          assert.deepEqual(
            saved.slice(-said.length).map((/** @type {{text: string}} */ it) => it.text),
            said,
          );
          assert.equal((await logIn(url, `late ${run}`)).status, 201, 'a user who came later is unknown again');
          const again = await send(url, cookie, 'again', saved.at(-1).clientId);
          assert.equal(again.status, 200, 'a saved clientId is known');
          const next = await send(url, cookie, 'next', `next-${Date.now()}`);
          assert.equal(next.message.id, saved.at(-1).id + 1, 'ids go on without a hole');
        },
      );
    }

    test('after infra/reset the chats are empty, and the next message is the first', async () => {
      await assert.rejects(infra('reset', '--instance', name), { code: 2, stderr: /add --yes/ });
      await infra('reset', '--instance', name, '--yes');
      for (const chat of only ? [only] : /** @type {const} */ (['node', 'laravel'])) {
        const url = address(it, 'http', it.ports[chat]);
        const { status, cookie } = await logIn(url, `Zoë ${run}`);
        assert.equal(status, 201, 'nobody is known');
        assert.deepEqual(await list(url, cookie), []);
        assert.equal((await send(url, cookie, 'first', `first-${Date.now()}`)).message.id, 1);
      }
    });

    test('an archive that is not fit changes nothing, and the chats go on as they were', async () => {
      const files = mkdtempSync(join(tmpdir(), 'chat-hostile-'));
      const store = real ? 'mariadb' : 'node-sqlite';
      mkdirSync(join(files, store));
      execFileSync('mkfifo', [join(files, store, real ? 'chat.sql' : 'chat.sqlite')]);
      const file = join(files, 'hostile.tar.gz');
      execFileSync('tar', ['-czf', file, '-C', files, store]);
      const before = await infra('status', '--instance', name, '--json');
      await assert.rejects(infra('restore', '--instance', name, file), {
        code: 1,
        stderr: `${file} is no archive of infra/backup: ${store}/${real ? 'chat.sql' : 'chat.sqlite'} is no regular file. Nothing was changed.\n`,
      });
      assert.equal(await infra('status', '--instance', name, '--json'), before, 'the same processes, all healthy');
      rmSync(files, { recursive: true });
    });

    test('what was edited or deleted is soon in no file of the stores', { skip: real }, async () => {
      for (const chat of /** @type {const} */ (['node', 'laravel'])) {
        const url = address(it, 'http', it.ports[chat]);
        const { cookie } = await logIn(url, `erase ${run}`);
        const [edited, deleted, kept] = ['edited', 'deleted', 'kept'].map((word) => `${word}-${chat}-${run}`);
        const isThere = (/** @type {string} */ text) =>
          spawnSync('grep', ['-rqaF', text, join(it.dir, 'data')]).status === 0;
        for (const [i, text] of [edited, deleted, kept].entries()) await send(url, cookie, text, `erase-${run}-${i}`);
        const [one, two] = (await list(url, cookie)).slice(-3);
        const headers = { 'content-type': 'application/json', cookie };
        await fetch(`${url}/messages/${one.id}`, { method: 'PATCH', headers, body: '{"text":"now"}' });
        await fetch(`${url}/messages/${two.id}`, { method: 'DELETE', headers, body: '{}' });
        for (let tries = 0; isThere(edited) || isThere(deleted); tries++) {
          assert.ok(tries < 600, `${chat}: it is there after a minute`);
          await new Promise((next) => setTimeout(next, 100));
        }
        assert.ok(isThere(kept), chat);
      }
    });

    test('a dump leaves no code in the database, whoever would run it', { skip: !real }, async () => {
      const url = address(it, 'http', it.ports.laravel);
      const { cookie } = await logIn(url, `code ${run}`);
      await send(url, cookie, 'still there', `code-${Date.now()}`);
      const saved = await list(url, cookie);
      const files = mkdtempSync(join(tmpdir(), 'chat-hostile-'));
      const file = join(files, 'all.tar.gz');
      await infra('backup', '--instance', name, file);
      execFileSync('tar', ['-xzf', file, '-C', files]);
      const dump = join(files, 'mariadb/chat.sql');
      const whole = readFileSync(dump, 'utf8');
      // A line that looks like one of rows, behind whose end anything may stand.
      const hostile = (/** @type {string} */ sql) =>
        whole.replace('-- Dump completed', `INSERT INTO \`jobs\` VALUES (1); ${sql}; SELECT (1);\n-- Dump completed`);
      const jobs = 'CREATE TABLE `jobs` (\n  `id` int\n) ENGINE=InnoDB;\n';
      const code = {
        trigger: 'CREATE TRIGGER evil AFTER INSERT ON messages FOR EACH ROW DELETE FROM users',
        routine: 'CREATE FUNCTION evil() RETURNS INT RETURN (1)',
        event: 'CREATE EVENT evil ON SCHEDULE EVERY 1 SECOND DO DELETE FROM users',
        view: 'CREATE VIEW evil AS SELECT (1)',
      };
      writeFileSync(dump, hostile(code.trigger).replace('DROP TABLE', `${jobs}DROP TABLE`));
      execFileSync('tar', ['-czf', file, '-C', files, 'mariadb']);
      await assert.rejects(infra('restore', '--instance', name, file), {
        code: 1,
        stderr: /^laravel: mariadb was not replaced: ERROR .*denied.*holds again what it held before\.\n$/,
      });
      assert.deepEqual(await list(url, cookie), saved, 'what it held before');

      // Code that an account with more rights brought in is found, and gone with the next load.
      const { uid, gid } = statSync(it.dir);
      const asOwner = (/** @type {string} */ program, /** @type {string[]} */ ...words) =>
        execFileSync(program, words, { ...(process.getuid?.() === 0 && { uid, gid }), stdio: 'pipe', cwd: '/' });
      const plant = (/** @type {string} */ sql) =>
        asOwner('mariadb', `--defaults-file=${join(it.dir, 'mariadb.cnf')}`, 'chat', '--execute', sql);
      const check = () =>
        asOwner(
          process.execPath,
          '--input-type=module',
          '--eval',
          `import { checkNoCode } from '${root}/infra/lib/backup/mariadb.js';
          import { recall } from '${root}/infra/lib/instance.js';
          checkNoCode(recall('${name}'));`,
        );
      await infra('backup', '--instance', name, file);
      for (const [kind, sql] of Object.entries(code)) {
        plant(sql);
        assert.throws(check, new RegExp(`it brings the ${kind} evil`), kind);
        if (kind === 'view') plant('DROP VIEW evil');
        else await infra('restore', '--instance', name, file);
        check();
      }
      assert.deepEqual(await list(url, cookie), saved, 'what it held before');
      rmSync(files, { recursive: true });
    });

    test(
      'a dump is SQL and nothing else: commands of the client, files and other databases are out of its reach',
      { skip: !real },
      async () => {
        const url = address(it, 'http', it.ports.laravel);
        const { cookie } = await logIn(url, `dump ${run}`);
        await send(url, cookie, 'still there', `dump-${Date.now()}`);
        const saved = await list(url, cookie);
        const files = mkdtempSync(join(tmpdir(), 'chat-hostile-'));
        const file = join(files, 'all.tar.gz');
        await infra('backup', '--instance', name, file);
        execFileSync('tar', ['-xzf', file, '-C', files]);
        const dump = join(files, 'mariadb/chat.sql');
        const proof = join(tmpdir(), `chat-pwned-${process.pid}`);
        // In a place where a line may be anything that a column is.
        execFileSync('sed', ['-i', `s#^CREATE TABLE .users. ($#&\\n  \\\\! touch ${proof}#`, dump]);
        execFileSync('tar', ['-czf', file, '-C', files, 'mariadb']);
        await assert.rejects(infra('restore', '--instance', name, file), {
          code: 1,
          stderr: /^laravel: mariadb was not replaced: ERROR .*holds again what it held before\.\n$/,
        });
        assert.deepEqual(await list(url, cookie), saved, 'what it held before');

        const refused = ['\\! touch', 'system touch'].map((command) => `${command} ${proof}\n;`);
        const beyond = [
          `SELECT 1 INTO OUTFILE '${proof}';`,
          'CREATE DATABASE theirs;',
          'SELECT * FROM mysql.global_priv;',
        ];
        for (const sql of [...refused, ...beyond]) {
          writeFileSync(dump, sql);
          assert.throws(() => loadMariadb(it, dump), /ERROR/, sql);
          assert.equal(existsSync(proof), false, sql);
        }
        rmSync(files, { recursive: true });
      },
    );
  });
}

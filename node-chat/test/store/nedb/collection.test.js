import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openCollection } from '../../../src/store/nedb/collection.js';
import { emptyFolder } from '../../startChat.js';

const run = promisify(execFile);
const all = async ({ db }) => (await db.findAsync({})).map(({ _id }) => _id).sort();

/**
 * Runs a script with a collection on a disk that is full soon, and gives what it has as `code` and `kept`.
 * @param {string} file @param {string} script
 */
async function onFullDisk(file, script) {
  const whole = `
    import { openCollection } from '${new URL('../../../src/store/nedb/collection.js', import.meta.url)}';
    const collection = await openCollection(${JSON.stringify(file)});
    ${script}
    console.log(JSON.stringify({ code, kept }));`;
  // A limit on the size of files fails like a full disk: after a part of the write.
  const limited = 'ulimit -f 4; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await run('bash', ['-c', limited, process.execPath, whole]);
  return JSON.parse(stdout);
}

test('a line torn by a kill is cut off, and the next one is whole', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const first = await openCollection(file);
  await first.insert([{ _id: 'a' }]);
  await appendFile(file, '{"_id":"b","text":"half of i');
  const second = await openCollection(file);
  await second.insert([{ _id: 'c' }]);
  assert.deepEqual(await all(await openCollection(file)), ['a', 'c']);
});

test('a file that is one torn line is an empty collection', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  await appendFile(file, '{"_id":"b"');
  assert.deepEqual(await all(await openCollection(file)), []);
});

test('a key that is taken stores nothing of the insert', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const collection = await openCollection(file);
  await collection.insert([{ _id: 'a' }]);
  await assert.rejects(collection.insert([{ _id: 'b' }, { _id: 'a' }]), { name: 'DuplicateKey' });
  assert.deepEqual(await all(collection), ['a']);
});

test('where the disk is full in the middle of an append, memory and file keep nothing of it', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const script = `
    await collection.insert([{ _id: 'small' }]);
    const code = await collection.insert([{ _id: 'large', text: 'x'.repeat(9000) }]).then(() => 'stored', (error) => error.code);
    const kept = (await collection.db.findAsync({})).map(({ _id }) => _id);
    await collection.insert([{ _id: 'after' }]);`;
  assert.deepEqual(await onFullDisk(file, script), { code: 'store_unavailable', kept: ['small'] });
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)._id),
    ['small', 'after'],
  );
});

test('a document that could not be replaced stays what it was, in memory and in the file', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const script = `
    const small = { _id: 'a', text: 'small' };
    await collection.insert([small]);
    const code = await collection.replace(small, { _id: 'a', text: 'x'.repeat(9000) }).then(() => 'stored', (error) => error.code);
    const kept = (await collection.db.findAsync({})).map(({ text }) => text);
    await collection.replace(small, { _id: 'a', text: 'other' });`;
  assert.deepEqual(await onFullDisk(file, script), { code: 'store_unavailable', kept: ['small'] });
  const again = await openCollection(file);
  assert.deepEqual(await again.db.findAsync({}), [{ _id: 'a', text: 'other' }]);
});

test('characters that some readers take for the end of a line outlive a restart', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const text = 'one\u2028two\u2029three\u0085four\nfive\\u2028';
  const first = await openCollection(file);
  await first.insert([{ _id: 'a', text }, { _id: 'b' }]);
  const again = await openCollection(file);
  assert.deepEqual(await all(again), ['a', 'b']);
  assert.equal((await again.db.findOneAsync({ _id: 'a' })).text, text);
});

test('a line that was damaged is dropped, told with the count, and kept beside the file', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  await appendFile(file, '{"_id":"a"}\n{"_id":"b","text":"hal\nnull\n{"_id":"c"}\n{"_id":"d"}\n');
  const told = [];
  const collection = await openCollection(file, (...words) => told.push(words));
  assert.deepEqual(await all(collection), ['a', 'c', 'd']);
  assert.deepEqual(told, [[file, 2]]);
  assert.equal(await readFile(`${file}.damaged`, 'utf8'), '{"_id":"b","text":"hal\nnull\n');
  await openCollection(file, (...words) => told.push(words));
  assert.equal(told.length, 1, 'and told once');
});

test('one damaged line of two does not keep the chat from starting', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  await appendFile(file, '{"_id":"a"}\n{"_id":"b"\n');
  assert.deepEqual(await all(await openCollection(file)), ['a']);
});

test('a file that is something else is refused by its name, and left as it is', async (t) => {
  const file = `${await emptyFolder(t)}/things.db`;
  const text = 'dear diary,\ntoday\n{"_id":"a"}\n';
  await appendFile(file, text);
  await assert.rejects(openCollection(file), /things\.db: 2 of 3 lines are no documents/);
  assert.equal(await readFile(file, 'utf8'), text);
});

import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const IMPORT = /(?:\bfrom |\bimport |\bimport\()'(\.[^']+)'/g; // also of types, in comments

// What each room may know beside itself: a folder, or a file, of src/. See docs/architecture.md.
const KNOWN = {
  wire: ['chat/', 'contract.js', 'ChatError.js', 'NotWritten.js', 'config.js', 'log.js'],
  chat: ['contract.js', 'ChatError.js'],
  store: [
    'chat/messageStore.js',
    'chat/changeStore.js',
    'chat/userStore.js',
    'chat/sessionStore.js',
    'chat/lookalikes.js', // what a name looks like is the chat's rule, and unique in the database
    'contract.js',
    'ChatError.js',
    'NotWritten.js',
    'config.js',
    'log.js',
  ],
};

/** @param {string} file of a room @param {string} text @param {string[]} known what the room may import @returns {string[]} what it imports and may not */
function strangersIn(file, text, known) {
  return [...text.matchAll(IMPORT)]
    .map(([, target]) => path.relative(SRC, path.resolve(path.dirname(file), target)))
    .filter((target) => !target.startsWith('..') && !known.some((one) => target === one || target.startsWith(one)));
}

for (const [room, others] of Object.entries(KNOWN)) {
  test(`${room} imports nothing of the chat beside what it may know`, async () => {
    const folder = path.join(SRC, room);
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|ts)$/.test(name));
    assert.ok(files.length > 5, 'the room is where it is looked for');
    for (const name of files) {
      const file = path.join(folder, name);
      const strangers = strangersIn(file, await readFile(file, 'utf8'), [`${room}/`, ...others]);
      assert.deepEqual(strangers, [], `of ${room}/${name}`);
    }
  });
}

test('an import of a value, of a type and for its effects alone are all seen', () => {
  const text = `import { a } from '../store/a.js';\n/** @type {import('../store/b.js').B} */\nimport '../store/c.js';\nimport '../chat/d.js';`;
  assert.deepEqual(strangersIn(path.join(SRC, 'wire/x.js'), text, ['chat/']), [
    'store/a.js',
    'store/b.js',
    'store/c.js',
  ]);
});

test('every file that docs/architecture.md names is there', async () => {
  const root = path.join(SRC, '../..');
  const text = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|app|websockets|packages|routes)\/[\w/.-]+\.\w+)`/g)].map(
    ([, name]) => name,
  );
  assert.ok(named.length > 30, `${named.length} files`);
  for (const name of named) {
    const chat = name.startsWith('src/') ? 'node-chat' : 'laravel-chat';
    await access(path.join(root, chat, name));
  }
});

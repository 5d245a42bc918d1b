import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Of a value, of a type (also in comments), for effects, at run time, and the file of a thread.
const IMPORTS = [
  /\b(?:from|import|require)\s*\(?\s*(['"`])(?<target>[^'"`\n]+)\1/g,
  /\bnew URL\(\s*(['"`])(?<target>[^'"`\n]+\.[jt]s)\1/g,
];
const NOT_LITERAL = /\b(?:import|require)\s*\((?!\s*['"`])/;

const CONTRACT = ['src/contract.js', 'src/ChatError.js'];
const SERVER = [...CONTRACT, 'src/NotWritten.js', 'src/config.js', 'src/log.js'];
const STORES = ['src/chat/stores.js'];

/** What each room may import beside itself: files and folders of this chat, packages, modules of Node.js. */
const ROOMS = {
  'src/wire': {
    files: [...SERVER, 'src/chat/'],
    packages: ['fastify', '@fastify/', 'ipaddr.js', 'prom-client', 'socket.io', 'ws'],
    builtins: ['buffer', 'crypto', 'events', 'http', 'net', 'timers/promises', 'url'],
  },
  'src/chat': {
    files: [...CONTRACT],
    packages: ['@node-rs/bcrypt', 'p-limit', 'rate-limiter-flexible'],
    builtins: ['crypto', 'fs', 'os', 'timers/promises'],
  },
  'src/store': {
    // What a name is unique by is the chat's rule.
    files: [...SERVER, ...STORES, 'src/chat/names.js'],
    packages: ['lru-cache', 'mongoose', 'mongodb'],
    builtins: ['crypto', 'events', 'fs', 'os', 'sqlite', 'timers/promises'],
  },
  lab: {
    files: [...CONTRACT, 'src/config.js', 'src/wire/'],
    packages: ['@node-rs/bcrypt', 'fastify', 'mongodb', 'mongoose', 'piscina'],
    builtins: ['sqlite', 'timers/promises', 'v8', 'vm', 'worker_threads'],
  },
};

/** @param {string} file from ROOT @param {string} text @returns {string[]} what it imports, files from ROOT */
function importsOf(file, text) {
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ groups }) => groups?.target ?? '')
    .map((target) => (target.startsWith('.') ? path.join(path.dirname(file), target) : target));
}

/** @param {string} room @param {string} file @param {string} text @returns {string[]} what it imports and may not */
function strangersIn(room, file, text) {
  const { files, packages, builtins } = ROOMS[room];
  const known = [`${room}/`, ...files, ...packages, ...builtins.map((name) => `node:${name}`)];
  const isKnown = (target) =>
    known.some((one) => target === one || (one.endsWith('/') && target.startsWith(one) && !isBuiltin(target)));
  return importsOf(file, text).filter((target) => !isKnown(target));
}

/** @param {string} folder of ROOT */
const sourcesIn = async (folder) =>
  (await readdir(path.join(ROOT, folder), { recursive: true }))
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => path.join(folder, name));

for (const room of Object.keys(ROOMS)) {
  test(`${room} imports nothing beside what it may know`, async () => {
    const files = await sourcesIn(room);
    assert.ok(files.length > 5, 'the room is where it is looked for');
    for (const file of files) {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      assert.deepEqual(strangersIn(room, file, text), [], `of ${file}`);
      assert.doesNotMatch(text, NOT_LITERAL, `${file}: nobody can tell what it imports`);
    }
  });
}

test('every folder is a room, and what stands outside of all rooms is known', async () => {
  const outside = (await sourcesIn('src')).filter(
    (file) => !Object.keys(ROOMS).some((it) => file.startsWith(`${it}/`)),
  );
  const known = ['createApp.js', 'main.js', 'seed.js'].map((name) => `src/${name}`);
  assert.deepEqual(outside.sort(), [...known, ...SERVER].sort());
});

for (const [kind, planted] of Object.entries({
  'a value': "import { a } from '../store/a.js';",
  'several lines': "import {\n  a,\n} from '../store/a.js';",
  'a type': "/** @type {import('../store/a.js').A} */",
  effects: 'import "../store/a.js";',
  'something at run time': 'await import(`../store/a.js`)',
  'something to hand on': "export * from '../store/a.js';",
  'a thread': "new URL('../store/a.js', import.meta.url)",
  'a file outside of src': "import '../../../load/a.js';",
  'a package': "import pino from 'pino';",
  'a module of Node.js': "import 'node:cluster';",
  'a package by require': "require('pino')",
})) {
  test(`an import of ${kind} is seen`, () => assert.equal(strangersIn('src/wire', 'src/wire/x.js', planted).length, 1));
}

test('every file that docs/architecture.md names is there', async () => {
  const root = path.join(ROOT, '..');
  const text = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|lab|app|websockets|packages|routes)\/[\w/.-]+\.\w+)`/g)].map(
    ([, name]) => name,
  );
  assert.ok(named.length > 30, `${named.length} files`);
  for (const name of named) {
    const chat = /^(src|lab)\//.test(name) ? 'node-chat' : 'laravel-chat';
    await access(path.join(root, chat, name));
  }
});

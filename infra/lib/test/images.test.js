import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { instance, loopback, root } from '../instance.js';

const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
const containerfile = read('Containerfile');
const compose = ['compose.yaml', 'compose.override.yaml'].map(read);
const { ports } = instance('dev', { host: loopback, offset: 0, only: null, real: false, load: false });

/** @param {string} text @param {RegExp} pattern the first group of each match, without repeats */
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))];

/** The lines of a service in both files. @param {string} service */
const linesOf = (service) =>
  compose.map((text) => new RegExp(`^  ${service}:\\n((?: {4}.*\\n)+)`, 'm').exec(text)?.[1] ?? '').join('');

/** @param {string} service the variables that it gets */
const variablesOf = (service) => all(linesOf(service), /^ {6}([A-Z_]+): /gm);

const stages = all(containerfile, /^FROM \S+ AS (\S+)$/gm);

test('what the Containerfile copies is there, and every stage that it or Compose names', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) => files.split(' '));
  assert.ok(copied.length > 5);
  for (const file of copied) assert.ok(globSync(join(root, file)).length > 0, `COPY ${file}`);
  const [from, targets] = [all(containerfile, /--from=(\S+)/g), all(compose[0], /target: ([a-z-]+)/g)];
  assert.ok(from.length > 0 && targets.length > 0);
  for (const stage of [...from, ...targets]) assert.ok(stages.includes(stage), `no stage ${stage}`);
});

test('an image is built from nothing that git ignores', () => {
  const left = read('.dockerignore')
    .split('\n')
    .map((line) => line.replace(/^\*\*\//, '').replace(/\/$/, ''));
  // What only tools leave behind is in nobody's way.
  const tools = ['.phpunit.cache', '.pint', '.phpunit.result.cache', '.DS_Store', '*.sqlite-*'];
  for (const line of read('.gitignore')
    .trim()
    .split('\n')
    .map((line) => line.replace(/\/$/, '')))
    assert.ok([...left, ...tools].includes(line.replace(/^bootstrap/, 'laravel-chat/bootstrap')), line);
});

test('Compose publishes the ports that the chats listen on, to this machine alone', () => {
  const published = (/** @type {string} */ service) =>
    [...linesOf(service).matchAll(/'([\d.]+):(\d+):(\d+)'/g)].map(([, host, outside, inside]) => {
      assert.deepEqual([host, outside], [loopback, inside]); // pages of another origin would be refused
      return Number(inside);
    });
  assert.deepEqual(published('node-chat'), [ports.node]);
  assert.deepEqual(published('laravel-chat'), [ports.laravel, ports.loop]);
  for (const { length } of [published('mongo'), published('mariadb'), published('load')]) assert.equal(length, 0);
  const asked = all(containerfile, /127\.0\.0\.1:(\d+)\/health/g).map(Number);
  assert.deepEqual(asked, [ports.node, ports.laravel]);
});

test('every variable that Compose sets is one that the program reads', () => {
  const config = read('node-chat/src/config.js');
  const load = read('load/chat/settings.js');
  const node = variablesOf('node-chat');
  const laravel = variablesOf('laravel-chat');
  assert.ok(node.includes('MONGODB_URI') && laravel.includes('DB_HOST'));
  for (const name of node) assert.match(config, new RegExp(`\\b${name}\\b`));
  const infra = ['up-options.js', 'parts/mariadb.js'].map((file) => read(join('infra/lib', file))).join('');
  const chat = read('laravel-chat/config/chat.php');
  for (const name of laravel) assert.match(infra + chat, new RegExp(`\\b${name}\\b`));
  for (const name of variablesOf('load')) assert.match(load, new RegExp(`\\b${name}\\b`));
});

test('.env.example names each variable that Compose reads, and no other', () => {
  const asked = all(compose.join(''), /\$\{([A-Z_]+)/g);
  const named = all(read('.env.example'), /^([A-Z_]+)=/gm);
  assert.deepEqual(named.toSorted(), asked.toSorted());
  assert.ok(existsSync(join(root, /^#COMPOSE_FILE=(\S+)$/m.exec(read('.env.example'))?.[1] ?? 'none')));
});

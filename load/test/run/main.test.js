import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUN = fileURLToPath(new URL('../../src/run/main.js', import.meta.url));

/** @param {string[]} words */
function refused(...words) {
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...words], { encoding: 'utf8' });
  assert.equal(status, 2, stderr);
  return stderr.trim();
}

test('a missing or misspelled argument is named in one line', () => {
  assert.match(refused('flod', '--target', 'node'), /^There is no workload flod: messages, fanout, .*\.$/);
  assert.match(refused('flood', '--target', 'nodde'), /^There is no target nodde: node, laravel, .*\.$/);
  assert.match(refused('flood'), /^Which server\? --target of node, laravel, .*; or --url of another\.$/);
});

test('a server that is not up is named with the command that starts it', () => {
  for (const words of [[], ['--ladder']])
    assert.match(
      refused('messages', '--url', 'http://127.0.0.1:9', ...words),
      /http:\/\/127\.0\.0\.1:9 does not answer \(.*\)\. Start it with: infra\/up --load$/,
    );
});

test('an option that the driver of the workload does not take is refused', () => {
  for (const [name, driver, ...words] of [
    ['warm-up', 'ab', 'flood', '--warm-up', '1'],
    ['rate', 'wrk', 'endpoints', '--rate', '1'],
    ['no-store', 'faults', 'faults', '--no-store'],
    ['client', 'http', 'empty', '--client', 'artillery'],
  ])
    assert.equal(
      refused(...words, '--url', 'http://127.0.0.1:9'),
      `--${name} is not for the driver ${driver}, which this workload names.`,
    );
});

test('a fraction of a second is refused for programs that take whole ones', () => {
  for (const [program, ...words] of [
    ['ab', 'flood', '--seconds', '0.5'],
    ['wrk', 'endpoints', '--warm-up', '1.5'],
  ])
    assert.equal(refused(...words, '--url', 'http://127.0.0.1:9'), `${program} takes whole seconds.`);
});

test('a client of chats is refused what it cannot do', () => {
  for (const [why, ...words] of [
    ['--client takes raw or artillery.', 'messages', '--client', 'never'],
    ['--client artillery has no warm-up.', 'messages', '--client', 'artillery', '--warm-up', '1'],
    ['--client artillery cannot run this workload.', 'fanout', '--client', 'artillery'],
  ])
    assert.equal(refused(...words, '--target', 'node'), why);
  assert.equal(
    refused('messages', '--client', 'artillery', '--target', 'nchan'),
    '--client artillery does not speak the wire of this target.',
  );
});

test('an embedded store is refused where no target has a choice of stores', () => {
  for (const words of [
    ['--target', 'nchan', '--fresh'],
    ['--target', 'nchan,null-socketio'],
  ])
    assert.match(refused('fanout', ...words, '--embedded'), /^--embedded is for the chats, .*: node, laravel, /);
});

test('options that exclude each other are refused', () => {
  for (const [why, ...words] of [
    ['--fresh and --url or --instance exclude each other.', '--fresh', '--url', 'http://127.0.0.1:9'],
    ['--fresh and --url or --instance exclude each other.', '--target', 'node', '--fresh', '--instance', 'dev'],
    ['--instance is for targets that run already.', '--target', 'node-unbatched', '--instance', 'dev'],
  ])
    assert.equal(refused('messages', ...words), why);
  assert.match(refused('flood', '--target', 'node', '--ladder', '--users', '5'), /^--ladder and --users exclude/);
});

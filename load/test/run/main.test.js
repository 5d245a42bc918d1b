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

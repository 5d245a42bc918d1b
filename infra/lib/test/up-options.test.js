import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { onPath } from '../on-path.js';
import { root } from '../instance.js';

/** Asks up.js for something it must refuse before it touches anything. @param {string[]} words @param {object} env */
function refusal(words, env = {}) {
  const all = { ...process.env, MONGODB_URI: '', ...env };
  const up = join(root, 'infra/lib/up.js');
  const { status, stderr } = spawnSync(process.execPath, [up, '--instance', 'test-refused', ...words], {
    encoding: 'utf8',
    env: all,
  });
  return { status, stderr };
}

test('--load is refused on an address that others reach', () => {
  for (const host of ['0.0.0.0', '192.168.1.7', '::']) {
    const { status, stderr } = refusal(['--load'], { CHAT_HOST: host });
    assert.equal(status, 2);
    assert.match(stderr, /only on a loopback address/);
  }
});

test(
  '--real without a server of the MongoDB protocol says what would help',
  { skip: onPath('mongod') !== null },
  () => {
    const { status, stderr } = refusal(['--real'], { PATH: '/usr/bin:/bin' });
    assert.equal(status, 2);
    assert.match(stderr, /MONGODB_URI.*\n.*mongod.*\n.*ferretdb.*\n.*--only laravel/);
  },
);

test('an option that does not exist is named, with the usage', () => {
  const { status, stderr } = refusal(['--detatch']);
  assert.equal(status, 2);
  assert.match(stderr, /--detatch[^]*infra\/up \[--detach\]/);
});

test('an offset that would leave the ports of this project is refused', () => {
  for (const offset of ['1000', '-1', 'x']) assert.equal(refusal([`--offset=${offset}`]).status, 2);
});

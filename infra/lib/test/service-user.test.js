import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freeOffset, testRanges } from '../free-offset.js';
import { root } from '../instance.js';
import { serviceUser } from '../service-user.js';

const skip = process.getuid?.() === 0 ? false : 'only root has another user to become';
const folder = mkdtempSync(join(tmpdir(), 'chat-closed-')); // mode 0700, as /root is
after(() => rmSync(folder, { recursive: true }));

test('root is told what helps where the chats could not read their own code', { skip }, () => {
  for (const part of ['infra', 'contract/contract.json', 'web/index.html', 'package.json', 'node-chat/src/main.js'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'laravel-chat'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const up = () => {
    const words = [
      join(folder, 'infra/lib/up.js'),
      '--only',
      'node',
      '--offset',
      `${freeOffset(testRanges.serviceUser)}`,
      '--instance',
      'closed',
    ];
    return spawnSync(process.execPath, words, { encoding: 'utf8', env: { ...process.env, CHAT_AS_ROOT: '' } });
  };
  const { status, stderr } = up();
  assert.equal(status, 1, stderr);
  assert.match(
    stderr,
    new RegExp(`^${serviceUser}, the user that the chats run as, may not read ${folder}/.*\\n.*/opt`),
  );
  assert.match(stderr, /--as-root/);
  assert.equal(existsSync(join(folder, 'var/closed/run')), false, 'nothing was started');

  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'package.json'), 0o600);
  assert.match(up().stderr, /may not read .*\/package\.json/, 'a file that only root may read');
});

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';

const skip = process.getuid?.() === 0 ? false : 'only root starts the chats as another user';
const folder = mkdtempSync(join(tmpdir(), 'chat-place-')); // mode 0700, as /root is
const project = join(folder, 'project');
const clone = join(folder, 'clone');
after(() => rmSync(folder, { recursive: true }));

/** @param {string} script run where the project is, with what `infra/up` sources */
function run(script) {
  const begin = `set -euo pipefail; root=${project}; say() { echo "$*" >&2; }; fail() { say "\${@:2}"; exit "$1"; }
    exec() { echo "becomes $*"; exit; }; . ${join(root, 'infra/lib/place.sh')}; open_place=${clone}; umask 077`;
  return spawnSync('bash', ['-c', `${begin}; ${script}`], { encoding: 'utf8' });
}

test('a path that a server would misread, or too long for a socket, is refused with the reason', () => {
  assert.equal(run('fit_path /srv/chat/var/dev').status, 0);
  for (const letter of [' ', "'", '"', '%', ';', '{', '}', '$', '\\']) {
    const { status, stderr } = run(`fit_path $'/srv/my\\x${letter.charCodeAt(0).toString(16)}chat/var/dev'`);
    assert.equal(status, 1, letter);
    assert.ok(stderr.includes(`/srv/my${letter}chat/var/dev`) && /misread/.test(stderr), stderr);
  }
  assert.match(run(`fit_path /srv/${'deep/'.repeat(20)}var/dev`).stderr, /too long/);
});

test('root is offered a clone that everybody may read, where the chats could not read the project', { skip }, () => {
  mkdirSync(project);
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=x', '-c', 'user.email=x@x.example', ...words], {
      encoding: 'utf8',
    });
  for (const file of ['package.json', 'contract/contract.json', 'web/index.html', 'infra/lib/part.sh'])
    cpSync(join(root, file), join(project, file), { recursive: true });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  const inClone = (/** @type {string} */ file) => readFileSync(join(clone, file), 'utf8');

  const asked = run('open_project ask dev --detach');
  assert.equal(asked.status, 2);
  assert.match(asked.stderr, /may not read .*\/project\/package\.json\.[^]*--yes/);
  assert.ok(asked.stderr.includes(`git clone ${project} ${clone} && cd ${clone} && infra/up --detach\n`), asked.stderr);
  assert.equal(existsSync(clone), false);

  const refused = run('CHAT_NO_CLONE=1 open_project yes load-1 --detach --yes');
  assert.deepEqual([refused.status, existsSync(clone)], [2, false], 'a load command goes nowhere else');

  const taken = run('open_project yes dev --detach --yes');
  assert.equal(taken.stdout, `becomes ${clone}/infra/up --detach --yes\n`, taken.stderr);
  assert.match(taken.stderr, new RegExp(`run from ${clone}, a clone`));
  assert.equal(statSync(join(clone, 'contract/contract.json')).mode & 0o777, 0o644);

  writeFileSync(join(project, 'web/index.html'), 'changed');
  git('commit', '--quiet', '--all', '--message', 'changed');
  const again = run('open_project ask dev --detach');
  assert.equal(again.stdout, `becomes ${clone}/infra/up --detach\n`, again.stderr);
  assert.equal(inClone('web/index.html'), 'changed', 'the clone is brought up to date');
  assert.equal(statSync(join(clone, 'web/index.html')).mode & 0o777, 0o644, 'and everybody may read it');
  assert.doesNotMatch(again.stderr, /not committed/);

  git('checkout', '--quiet', '-b', 'another');
  writeFileSync(join(project, 'web/index.html'), 'of another branch');
  git('commit', '--quiet', '--all', '--message', 'another');
  run('open_project ask dev --detach');
  assert.equal(inClone('web/index.html'), 'of another branch');

  writeFileSync(join(project, 'web/index.html'), 'amended');
  git('commit', '--quiet', '--all', '--amend', '--message', 'amended');
  writeFileSync(join(project, 'package.json'), '{}');
  const amended = run('open_project ask dev --detach');
  assert.equal(amended.stdout, `becomes ${clone}/infra/up --detach\n`, amended.stderr);
  assert.equal(inClone('web/index.html'), 'amended');
  assert.match(amended.stderr, /not committed here is not in the clone/);

  writeFileSync(join(clone, 'web/index.html'), 'edited in the clone');
  const edited = run('open_project ask dev --detach');
  assert.equal(edited.status, 2);
  assert.match(edited.stderr, /web\/index\.html[^]*git -C .*clone stash/);
  assert.equal(inClone('web/index.html'), 'edited in the clone', 'nothing is overwritten');

  rmSync(clone, { recursive: true });
  execFileSync('chown', ['-R', '65534', project]);
  for (const times of ['once', 'twice']) {
    const foreign = run('open_project yes dev --detach');
    assert.equal(foreign.status, 0, `${times}: ${foreign.stderr}`);
    assert.match(foreign.stderr, /not committed here is not in the clone/);
  }

  rmSync(clone, { recursive: true });
  mkdirSync(clone);
  const other = run('open_project yes dev --detach');
  assert.equal(other.status, 2);
  assert.match(other.stderr, /clone is there already/, 'what lies there is not overwritten');
});

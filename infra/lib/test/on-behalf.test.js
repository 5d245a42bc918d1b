import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { handedOn } from '../handed-on.js';
import { root } from '../instance.js';
import { printable } from '../printable.js';
import { othersMayRead } from '../service-user.js';

const skip =
  process.getuid?.() !== 0
    ? 'only root has another user to become'
    : !othersMayRead() && 'nobody but root may read the project';
const name = `test-behalf-${process.pid}`;
const dir = join(root, 'var', name);
after(() => rmSync(dir, { recursive: true, force: true }));
const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));

/** An instance of another user's, as a break-in may have left it. */
function foreign() {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  execFileSync('chown', [`${nobody}`, dir]);
}

/** Run by the process that goes on as the owner. */
const look = `
  import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
  import { becomeOwner } from '${root}/infra/lib/service-user.js';
  await becomeOwner('${dir}');
  const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  const fds = readdirSync('/proc/self/fd').flatMap((fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return []; } });
  const { HOME, PYTHONNOUSERSITE, AWS_SECRET_ACCESS_KEY, CHAT_WINDOW } = process.env;
  console.log('\\u001b[2Jtold ' + JSON.stringify({ uid: process.getuid(), groups: process.getgroups(), tty: Number(stat[4]),
    ttys: fds.filter((file) => /tty|pts|ptmx/.test(file)), HOME, PYTHONNOUSERSITE, AWS_SECRET_ACCESS_KEY, CHAT_WINDOW }));
  process.exit(7);`;

test(
  "what goes on as the owner has neither root's terminal nor its environment and home, and draws nothing on it",
  { skip },
  () => {
    foreign();
    const command = `${process.execPath} --input-type=module -e "$LOOK"; echo "status $?"`;
    const env = { ...process.env, LOOK: look, AWS_SECRET_ACCESS_KEY: 'root-only', CHAT_WINDOW: '50' };
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env, input: '' });
    const told = JSON.parse(/told (\{.*\})/.exec(stdout)?.[1] ?? assert.fail(stdout));
    const { groups, ...rest } = told;
    assert.deepEqual(rest, {
      ...{ uid: nobody, tty: 0, ttys: [], HOME: '/nonexistent', PYTHONNOUSERSITE: '1', CHAT_WINDOW: '50' },
    });
    assert.ok(!groups.includes(0), 'root is none of its groups');
    assert.match(stdout, /status 7/);
    assert.ok(!stdout.includes('\u001b'), JSON.stringify(stdout));
  },
);

test(
  "--as-root is refused on an instance that is not root's alone",
  { skip: process.getuid?.() !== 0 && 'only root' },
  () => {
    for (const make of [
      foreign,
      () => {
        rmSync(dir, { recursive: true, force: true });
        mkdirSync(join(dir, 'data'), { recursive: true });
        writeFileSync(join(dir, 'data/x'), '');
        execFileSync('chown', [`${nobody}`, join(dir, 'data/x')]);
      },
    ]) {
      make();
      const words = [
        join(root, 'infra/lib/up.js'),
        '--as-root',
        '--only',
        'node',
        '--offset',
        '497',
        '--instance',
        name,
      ];
      const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      assert.equal(status, 1, stderr);
      assert.match(stderr, /--as-root is for an instance that root alone could write/);
    }
  },
);

test('of an environment the service gets what is named, no more', () => {
  assert.deepEqual(
    handedOn({
      PATH: '/bin',
      CHAT_WINDOW: '50',
      LC_ALL: 'C',
      AWS_SECRET_ACCESS_KEY: 'x',
      LD_PRELOAD: 'y',
      SSH_AUTH_SOCK: 'z',
    }),
    {
      ...{ PATH: '/bin', CHAT_WINDOW: '50', LC_ALL: 'C' },
    },
  );
});

test("others' text cannot drive a terminal", () => {
  assert.equal(printable('a\u001b[2J\u009b5n\r\u0007\tß\n'), 'a[2J5n\tß\n');
});

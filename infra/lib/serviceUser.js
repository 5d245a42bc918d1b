import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync } from 'node:fs';
import { fail } from './commandLine.js';

/** The chats run as this user when root starts them. infra/setup makes it. */
const SYSTEM_USER = 'chat-twins';

/**
 * Makes an instance's folder, for its user alone. Root gives its rights up here for good, before it reads or writes a
 * file that the chats could have replaced.
 * @param {{name: string, dir: string}} instance
 */
export function becomeOwner({ name, dir }) {
  if (process.getuid?.() === 0) {
    if ((lstatSync(dir, { throwIfNoEntry: false })?.uid ?? 0) === 0) {
      const owner = [`--owner=${SYSTEM_USER}`, `--group=${SYSTEM_USER}`];
      execFileSync('install', ['--directory', '--mode=700', ...owner, dir]);
    }
    process.setgroups?.([SYSTEM_USER]);
    process.setgid?.(SYSTEM_USER);
    process.setuid?.(SYSTEM_USER);
  } else mkdirSync(dir, { recursive: true, mode: 0o700 });
  process.umask(0o077);
  if (lstatSync(dir).uid !== process.getuid?.())
    fail(`var/${name} is another user's: go on as that user, or with another --instance.`);
}

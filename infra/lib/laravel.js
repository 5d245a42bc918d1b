import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';

/**
 * Makes Laravel's caches anew, since another version of the code may have left some, and migrates its store.
 * @param {Record<string, string>} settings the instance's
 */
export function prepareLaravel(settings) {
  const cache = join(settings.CHAT_DATA, 'cache');
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  artisan(settings, 'config:cache');
  artisan(settings, 'route:cache');
  artisan(settings, 'migrate', '--force');
}

/**
 * Runs one of Laravel's commands.
 * @param {Record<string, string>} settings the instance's @param {string[]} args @throws {Error} with what it printed
 */
export function artisan(settings, ...args) {
  execFileSync('php', [join(root, 'laravel-chat/artisan'), ...args, '--no-interaction'], {
    env: { ...process.env, ...settings, HOME: settings.CHAT_DIR },
    stdio: 'pipe',
  });
}

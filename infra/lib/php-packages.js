// `php-packages.js constraints` prints what composer is told about the version of each package, a line each;
// `php-packages.js write` pins the versions that are installed. There is no composer.lock: it would name one mirror.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './instance.js';
import { fail } from './options.js';

const pins = join(root, 'laravel-chat/composer.pins.json');

/** @returns {Record<string, string>} version by package */
export const pinned = () => JSON.parse(readFileSync(pins, 'utf8'));

/** @returns {Record<string, string>} version by package */
export function installed() {
  const { packages } = JSON.parse(readFileSync(join(root, 'laravel-chat/vendor/composer/installed.json'), 'utf8'));
  return Object.fromEntries(
    packages
      .map((/** @type {{name: string, version: string}} */ { name, version }) => [name, version.replace(/^v/, '')])
      .sort(),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , word] = process.argv;
  if (word === 'constraints') {
    for (const [name, version] of Object.entries(pinned())) console.log(`--with=${name}:${version}`);
  } else if (word === 'write') {
    writeFileSync(pins, `${JSON.stringify(installed(), null, 2)}\n`);
  } else fail('php-packages.js constraints | write', 2);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Says whether the copies in web/lib are byte for byte what npm delivers; exits 1 where one is not.
const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, '../lib');

/** @type {[string, string, string][]} copy, npm package, file in it */
const COPIES = [
  ['socket.io.esm.min.js', 'socket.io-client', 'dist/socket.io.esm.min.js'],
  ['pusher.min.js', 'pusher-js', 'dist/web/pusher.min.js'],
  ['pusher.min.js.LICENSE.txt', 'pusher-js', 'dist/web/pusher.min.js.LICENSE.txt'],
];

/** @param {string} name @returns {string} the folder of an installed package, whatever its "exports" allow */
function packageFolder(name) {
  const paths = require.resolve.paths(name) ?? [];
  for (const base of paths) {
    try {
      readFileSync(path.join(base, name, 'package.json'));
      return path.join(base, name);
    } catch {
      // Not in this node_modules: the next one up.
    }
  }
  throw new Error(`${name} is not installed: npm ci`);
}

export const answers = COPIES.map(([copy, name, file]) => {
  const from = packageFolder(name);
  const { version } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'));
  const same = readFileSync(path.join(folder, copy)).equals(readFileSync(path.join(from, file)));
  const noted = readFileSync(path.join(folder, 'README.md'), 'utf8').includes(`${name} ${version}`);
  return { copy, same, noted, text: `${copy}: ${same && noted ? 'is' : 'IS NOT'} ${name} ${version}` };
});

if (process.argv[1] === import.meta.filename) {
  for (const { text } of answers) console.log(text);
  process.exitCode = answers.every(({ same, noted }) => same && noted) ? 0 : 1;
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { instance, loopback, recallAll, root } from './instance.js';
import { machineLimits } from './machine-limits.js';
import { portOwner } from './port-owner.js';
import { mongoMissing, mongoServer } from './parts/mongo.js';
import { supervisorPid } from './supervisor.js';

/** @param {string} title @param {string} text */
const line = (title, text) => console.log(`${title.padEnd(22)} ${text}`);

/** @param {string} program @param {string[]} words */
function version(program, ...words) {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0];
  } catch {
    return 'not there';
  }
}

line('Node.js', `${process.version} (pinned by npm)`);
line('PHP', version('php', '-v'));
line(
  'Composer packages',
  existsSync(join(root, 'laravel-chat/vendor/autoload.php')) ? 'fetched' : 'not fetched yet: infra/up does',
);
line('Chromium', version('chromium-headless-shell', '--version'));
line('MariaDB', version('/usr/sbin/mariadbd', '--version'));
line('MongoDB protocol', mongoServer() ?? mongoMissing.split('\n')[0]);

const { ports } = instance('dev', { host: loopback, offset: 0, only: null, real: false, load: false });
for (const part of /** @type {const} */ (['node', 'laravel', 'loop'])) {
  const owner = portOwner(ports[part]);
  line(`Port ${ports[part]}`, owner ? `taken by pid ${owner.pid} (${owner.command})` : 'free');
}
const up = recallAll().filter((it) => supervisorPid(it) !== null);
line('Instances up', up.map((it) => `${it.name} (ports + ${it.options.offset})`).join(', ') || 'none');
for (const limit of machineLimits()) line(limit.name, `${limit.is}`);

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { instance, listenHosts, loopback, recall, recallAll, root } from './instance.js';
import { machineLimits } from './machine-limits.js';
import { fail, readOptions, usageOf } from './options.js';
import { portOwner } from './port-owner.js';
import { mongoMissing, mongoServer } from './parts/mongo.js';
import { changeableCode } from './code-safety.js';
import { openFiles, rootProcesses, wrongPorts } from './safety.js';
import { supervisorPid } from './supervisor.js';

const usage = usageOf('doctor');
const { values } = readOptions(usage, { instance: { type: 'string' } });
const asked = values.instance === undefined ? null : recall(values.instance);
if (values.instance !== undefined && !asked) fail(`There is no instance ${values.instance}.`, 2);

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
const [, beside] = listenHosts(loopback);
line(
  'IPv6',
  beside ? `the chats listen on ${beside} beside ${loopback}` : `none: the chats listen on ${loopback} alone`,
);
const up = recallAll().filter((it) => supervisorPid(it) !== null);
line('Instances up', up.map((it) => `${it.name} (ports + ${it.options.offset})`).join(', ') || 'none');
for (const limit of machineLimits()) line(limit.name, `${limit.is}`);

/** @param {string} title @param {string[]} found @param {string} none @returns {boolean} whether there was one */
function tell(title, found, none) {
  const shown = found.length > 10 ? [...found.slice(0, 10), `... and ${found.length - 10} more`] : found;
  line(title, shown[0] ?? none);
  for (const fault of shown.slice(1)) line('', fault);
  return found.length > 0;
}

const faults = (asked ? [asked] : up).map((it) =>
  tell(
    `Safety of ${it.name}`,
    [...rootProcesses(it), ...wrongPorts(it), ...openFiles(it)],
    'no process runs as root, nothing of it is open to others',
  ),
);
if (faults.length > 0) faults.push(tell('Safety of the code', changeableCode(), 'nobody else may change it'));
process.exit(faults.some((found) => found) ? 1 : 0);

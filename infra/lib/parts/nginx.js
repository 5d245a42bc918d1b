import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { address, defaultWorkers, inUrl, listenHosts, root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { onPath } from '../on-path.js';
import { render } from '../render.js';
import { pools } from './php-fpm.js';
import { fpmSocket } from './laravel.js';
import { hasLabCalls, limitsAreOff, overloadLimitsAreOff, takesFloods } from './shared-env.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** @param {Instance} it */
const workers = (it) => (takesFloods(it) ? Math.max(4, availableParallelism()) : 2);

const { lab } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));

/** @param {Instance} it */
function prepare(it) {
  const hard = machineLimits().find(({ name }) => name === 'nofile (hard)')?.is ?? 1024;
  const descriptors = Math.min(hard, 65_536);
  const values = {
    ROOT: root,
    RUN: join(it.dir, 'run'),
    USER_LINE: process.getuid?.() === 0 ? `user ${userInfo().username};` : '',
    NGINX_WORKERS: workers(it),
    DESCRIPTORS: descriptors,
    CONNECTIONS: Math.max(512, descriptors - 1000),
    LIMITS: limitsAreOff(it) ? 'off' : 'on',
    OVERLOAD_LIMITS: overloadLimitsAreOff(it) ? 'off' : 'on',
    POOLS: pools(it)
      .map((pool) => `server unix:${fpmSocket(it, pool)} max_fails=0;`)
      .join('\n    '),
    LISTEN: listenHosts(it.options.host)
      .map((host) => `listen ${inUrl(host)}:${it.ports.laravel} backlog=4096 reuseport;`)
      .join('\n    '),
    LOOP: address(it, 'http', it.ports.loop),
    LAB_CALLS: (it.options.workers ?? defaultWorkers) + lab.waitingMax,
  };
  mkdirSync(join(it.dir, 'run/nginx'), { recursive: true });
  for (const name of ['nginx.conf', 'nginx.php.conf', 'nginx.errors.conf']) render(name, join(it.dir, name), values);
  const optional = { lab: hasLabCalls(it), proxy: process.env.CHAT_TRUST_PROXY === '1' };
  for (const [name, isOn] of Object.entries(optional)) {
    const file = join(it.dir, `nginx.d/${name}.conf`);
    if (isOn) render(`nginx.${name}.conf`, file, values);
    else rmSync(file, { force: true });
  }
}

/** @param {Instance} it */
export function nginx(it) {
  const url = address(it, 'http', it.ports.laravel);
  return {
    name: 'nginx',
    command: [onPath('nginx') ?? 'nginx', '-e', 'stderr', '-p', it.dir, '-c', join(it.dir, 'nginx.conf')],
    env: {},
    url,
    port: it.ports.laravel,
    hosts: listenHosts(it.options.host),
    health: `${url}/health`,
    prepare: () => prepare(it),
  };
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { recall, root } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { parts } from './parts.js';
import { becomeOwner } from './serviceUser.js';
import { artisan, keptSettings } from './settings.js';
import { ctl, start, supervisorPid } from './supervisor.js';

const usage = usageOf('seed');
const { values } = readOptions(usage, { instance: { type: 'string', default: 'dev' }, users: { type: 'string' } });
if (!values.users || !/^[1-9]\d{0,5}$/.test(values.users)) fail(usage, 2);
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);
becomeOwner(it);
const env = keptSettings(it);

for (const part of parts(it)) {
  const chat = { node: 'node', fpm: 'laravel' }[part.name];
  if (!chat) continue;
  const file = join(it.dir, `seed-${chat}.jsonl`);
  const words = [`--users=${values.users}`, `--file=${file}`];
  const began = Date.now();
  if (chat === 'node') {
    await ctl(it, 'stop', 'node');
    try {
      execFileSync('node', [join(root, 'node-chat/src/seed.js'), ...words], {
        env: { ...process.env, ...env, CHAT_DATA: join(it.dir, 'data/node') },
        stdio: 'inherit',
      });
    } finally {
      const problem = await start(it, part);
      if (problem !== null) fail(`node did not start: ${problem}`);
    }
  } else artisan(env, 'chat:seed', ...words);
  console.log(`${file}: ${values.users} users in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

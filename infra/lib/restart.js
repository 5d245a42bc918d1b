import { awaitHealthy } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { chatParts, parts } from './parts/index.js';
import { control, supervisorPid } from './supervisor.js';

const usage = usageOf('restart');
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);

const words = positionals.length > 0 ? positionals : ['node', 'laravel'];
const chosen = words.flatMap((word) => chatParts(it, word));
const unknown = positionals.find((word) => chatParts(it, word).length === 0);
if (unknown) {
  const names = parts(it).map((part) => part.name);
  fail(`There is no ${unknown} in ${it.name}; it has ${names.join(', ')}.`, 2);
}

await control(it, 'restart', ...chosen.map((part) => part.name));
for (const part of chosen) {
  const why = await awaitHealthy(it, part);
  if (why !== null) fail(`${part.name} did not become healthy: ${why}`);
  console.log(`${part.name} is up again`);
}

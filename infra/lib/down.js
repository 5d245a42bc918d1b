import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { recall, recallAll } from './instance.js';
import { fail, readOptions } from './options.js';
import { becomeOwner } from './service-user.js';
import { stop } from './supervisor.js';

const { values } = readOptions(
  'infra/down [--instance NAME | --all]\nStops all that infra/up started, and nothing else.',
  {
    instance: { type: 'string', default: 'dev' },
    all: { type: 'boolean', default: false },
  },
);
if (values.all) {
  // Each may belong to somebody else.
  for (const { name } of recallAll()) {
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--instance', name], { stdio: 'inherit' });
  }
} else {
  const it = recall(values.instance) ?? fail(`There is no instance ${values.instance}.`, 0);
  await becomeOwner(it.dir);
  console.log((await stop(it)) ? `${it.name} is down.` : `${it.name} was not up.`);
}

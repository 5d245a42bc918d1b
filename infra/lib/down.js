import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { recall, recallAll } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { stop } from './supervisor.js';

const { values } = readOptions(usageOf('down'), {
  instance: { type: 'string', default: 'dev' },
  all: { type: 'boolean', default: false },
});
if (values.all) {
  // Each may belong to somebody else, and one that cannot be stopped keeps the others from nothing.
  for (const { name } of recallAll()) {
    const words = [fileURLToPath(import.meta.url), '--instance', name];
    if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
  }
} else {
  const it = recall(values.instance) ?? fail(`There is no instance ${values.instance}.`, 0);
  console.log((await stop(it)) ? `${it.name} is down.` : `${it.name} was not up.`);
}

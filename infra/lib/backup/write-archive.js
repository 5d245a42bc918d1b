// write-archive.js NAME: an archive of the instance to stdout, written by whom the instance belongs to.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { recall } from '../instance.js';
import { openAsCaller } from '../on-behalf.js';
import { fail } from '../options.js';
import { becomeOwner } from '../service-user.js';
import { emptyFolder, stores } from './stores.js';

const it = recall(process.argv[2]) ?? fail(`There is no instance ${process.argv[2]}.`);
const out = openAsCaller(() => 1); // as it is: what goes through root's process is made printable
await becomeOwner(it.dir);
const folder = join(it.dir, 'backups/in-the-making');
try {
  emptyFolder(folder);
  const saved = stores(it);
  for (const store of saved) {
    emptyFolder(join(folder, store.name));
    await store.save(join(folder, store.name));
  }
  execFileSync('tar', ['-cz', '-C', folder, ...saved.map((store) => store.name)], {
    stdio: ['ignore', out, 'inherit'],
  });
} catch (error) {
  process.exitCode = 1;
  console.error(`Nothing was saved: ${/** @type {Error} */ (error).message}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

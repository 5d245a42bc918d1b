import './underTest.js';
import { dirname, relative } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

// Runs test files in one process, several at once: `node runFiles.js AT_ONCE FILE...`. Node.js reads shared imports
// only once. underTest.js comes first: an import that waits would take tests out of their file's suite.
const [atOnce, ...files] = process.argv.slice(2);
const contract = dirname(import.meta.dirname);
suite('files', { concurrency: Number(atOnce), timeout: Infinity }, () => {
  for (const file of files)
    suite(relative(contract, file), { concurrency: 1, timeout: Infinity }, () => import(pathToFileURL(file).href));
});

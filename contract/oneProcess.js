import './server.js';
import { relative } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

// Test files in one process, so many at once: `node oneProcess.js AT_ONCE FILE...`. What they import is read and
// compiled once. server.js comes first: tests belong to the suite that imports their file only where nothing waits.
const [atOnce, ...files] = process.argv.slice(2);
suite('files', { concurrency: Number(atOnce), timeout: Infinity }, () => {
  for (const file of files)
    suite(
      relative(import.meta.dirname, file),
      { concurrency: 1, timeout: Infinity },
      () => import(pathToFileURL(file).href),
    );
});

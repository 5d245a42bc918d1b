import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @import { TestContext } from 'node:test' */

/** @param {TestContext} t @returns {string} an empty folder, which is removed after the test */
export function newFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'load-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

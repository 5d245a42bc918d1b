import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { instance, loopback, recall, remember } from '../instance.js';

const name = `test-recall-${process.pid}`;
const it = instance(name, { host: loopback, offset: 496, only: 'node', real: false, load: false });
mkdirSync(join(it.dir, 'run'), { recursive: true });
after(() => rmSync(it.dir, { recursive: true }));

test('later commands know the MariaDB that DB_HOST named', () => {
  const mariadb = { DB_HOST: 'db.example', DB_PASSWORD: 'secret' };
  remember({ ...it, options: { ...it.options, real: true, mariadb } });
  assert.deepEqual(recall(name)?.options.mariadb, mariadb);
});

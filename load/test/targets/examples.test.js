import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { HttpUser } from '../../src/http/httpUser.js';
import { openServer } from '../../src/server/openServer.js';
import { readWorkload } from '../../src/run/workloads.js';

// infra/setup brings each stack's file.
const STACKS = {
  express: new URL('../../../examples/node_modules/express/package.json', import.meta.url),
  flask: '/usr/bin/gunicorn',
  rails: '/usr/bin/puma',
  spring: '/usr/share/java/spring3-jdbc.jar',
};
const WORKLOADS = ['crud', 'methods', 'endpoints', 'sessions', 'uploads'];

describe('servers of the studies', { concurrency: true }, () => {
  for (const [target, needs] of Object.entries(STACKS)) {
    const skip = existsSync(needs) ? false : `${target} is not on this machine`;
    test(`${target} answers each request of the studies’ workloads`, { skip }, async (t) => {
      const server = await openServer({ target });
      t.after(() => server.stop());
      for (const name of WORKLOADS) {
        const { before = [], requests = [] } = readWorkload(name);
        const user = new HttpUser({ base: server.url, requests, vars: { user: 1 } });
        t.after(() => user.close());
        for (const request of [...before, ...requests]) {
          const { status, code } = await user.ask(request);
          assert.deepEqual([request.name, code, status < 300], [request.name, undefined, true], `${name}: ${status}`);
        }
      }
    });
  }
});

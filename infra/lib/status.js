import { ailment } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { parts } from './parts/index.js';
import { printable } from './printable.js';
import { states } from './supervisor.js';

const { values } = readOptions(usageOf('status'), {
  instance: { type: 'string', default: 'dev' },
  json: { type: 'boolean', default: false },
});
const it = recall(values.instance);
if (!it) fail(`There is no instance ${values.instance}: infra/up starts one.`);
const known = await states(it);
const rows = await Promise.all(
  parts(it).map(async (part) => {
    const { state, pid } = known[part.name] ?? { state: 'STOPPED', pid: null };
    const why = state === 'RUNNING' ? await ailment(part) : null;
    const said = state === 'RUNNING' ? (why === null ? 'healthy' : 'unhealthy') : state.toLowerCase();
    return { part: part.name, pid, url: part.url, state: said, ...(why && { why }) };
  }),
);
if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  for (const row of rows) {
    const line = printable(
      `${row.part.padEnd(10)}${String(row.pid ?? '-').padEnd(9)}${row.url.padEnd(30)}${row.state}${row.why ? `: ${row.why}` : ''}`,
    );
    console.log(line);
  }
}
process.exit(rows.every((row) => row.state === 'healthy') ? 0 : 1);

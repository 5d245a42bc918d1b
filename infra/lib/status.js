import { fail, readArguments } from './commandLine.js';
import { healthProblem } from './health.js';
import { readInstance } from './instance.js';
import { partsOf } from './parts.js';
import { states } from './supervisor.js';

const { values } = readArguments('status');
const instance = readInstance(values.instance) ?? fail(`There is no instance ${values.instance}: infra/up starts one.`);
const byName = await states(instance);
const rows = await Promise.all(
  partsOf(instance).map(async (part) => {
    const { state, pid } = byName[part.name] ?? { state: 'STOPPED', pid: null };
    const problem = state === 'RUNNING' ? await healthProblem(part) : state.toLowerCase();
    return { part: part.name, pid, url: part.url, state: problem ?? 'healthy' };
  }),
);
if (values.json) console.log(JSON.stringify(rows, null, 2));
else
  for (const { part, pid, url, state } of rows)
    console.log(`${part.padEnd(14)}${String(pid ?? '-').padEnd(9)}${url.padEnd(30)}${state}`);
process.exit(rows.every(({ state }) => state === 'healthy') ? 0 : 1);

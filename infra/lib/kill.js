import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { states } from './supervisor.js';

const usage = `infra/kill [--instance NAME] [--signal SIGKILL] PART
Sends a signal to a part's process, as an accident would; the supervisor starts it again. For tests.`;
const { values, positionals } = readOptions(usage, {
  instance: { type: 'string', default: 'dev' },
  signal: { type: 'string', default: 'SIGKILL' },
});
const it = recall(values.instance);
if (!it || positionals.length !== 1) fail(usage, 2);
const pid = (await states(it))[positionals[0]]?.pid;
if (!pid) fail(`${positionals[0]} does not run in ${it.name}.`);
process.kill(pid, values.signal);
console.log(`${positionals[0]} (pid ${pid}): ${values.signal}`);

import { constants } from 'node:os';
import { recall } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { states } from './supervisor.js';

const usage = usageOf('kill');
const { values, positionals } = readOptions(usage, {
  instance: { type: 'string', default: 'dev' },
  signal: { type: 'string', default: 'SIGKILL' },
});
const found = recall(values.instance);
if (!found || positionals.length === 0) fail(usage, 2);
if (!(values.signal in constants.signals)) fail(`--signal takes a name such as SIGTERM, not ${values.signal}`, 2);
const it = found;
const pids = await Promise.all(positionals.map(pidOf));
pids.forEach((pid, index) => {
  console.log(`${positionals[index]} (pid ${pid}): ${send(pid) ? values.signal : 'had just ended by itself'}`);
});

/** @param {number} pid @returns {boolean} false where it is no more */
function send(pid) {
  try {
    return process.kill(pid, values.signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
    throw error;
  }
}

/** @param {string} part @returns {Promise<number>} */
async function pidOf(part) {
  for (let tries = 0; tries < 50; tries++) {
    const { state, pid = null } = (await states(it))[part] ?? {};
    if (pid !== null) return pid;
    if (state !== 'STARTING' && state !== 'BACKOFF') break;
    await new Promise((next) => setTimeout(next, 200));
  }
  return fail(`${part} does not run in ${it.name}.`);
}

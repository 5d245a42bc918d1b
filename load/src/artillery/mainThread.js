import { once } from 'node:events';
import { BroadcastChannel } from 'node:worker_threads';
import { ScriptRuns } from './scriptRuns.js';
import { LED_BY_PARENT } from './artilleryClient.js';
import { CHANNEL } from './workerThread.js';

/** @import { Context } from './workerThread.js' */
/** @import { Arrivals } from './virtualUsers.js' */

/**
 * The hooks of chat.yml, in Artillery's main thread. This Artillery leads its users itself; or another process started
 * it (artilleryClient.js), leads them by orders, and judges the run.
 */

// Above 40 arrivals a second Artillery's timer keeps a core busy.
const ARRIVALS_PER_SECOND = 40;

/** @returns {any} Artillery's global object */
const artillery = () => /** @type {any} */ (globalThis).artillery;

/** @type {ScriptRuns | undefined} undefined: another process leads */
let scriptRuns;

/**
 * The hook before the run: says which users arrive, and how many.
 * @param {Context} context
 */
export async function prepareRun({ vars }) {
  try {
    if (!process.env[LED_BY_PARENT]) scriptRuns = new ScriptRuns((line) => artillery().log(line));
    const all = scriptRuns ? await scriptRuns.begin(vars) : [await arrivalsOfLeader()];
    vars.arrivals = Object.fromEntries(all.map((arrivals) => [arrivals.side, arrivals]));
    const users = all.reduce((sum, { sessions }) => sum + sessions.length, 0);
    // Artillery takes the script's phases from here. It gives an arrivalCount to its first worker alone.
    artillery().testInfo.metadata.testConfig.phases.splice(0, Infinity, {
      name: `${users} users join ${all.map(({ side }) => side).join(' and ')}, then send`,
      duration: Math.max(1, Math.ceil(users / ARRIVALS_PER_SECOND)),
      arrivalCount: users,
    });
  } catch (error) {
    giveUp(/** @type {Error} */ (error));
  }
}

/** @returns {Promise<Arrivals>} the first order; later ones go to the users */
async function arrivalsOfLeader() {
  const channel = new BroadcastChannel(CHANNEL).unref();
  channel.onmessage = ({ data }) => process.send?.(data.answer);
  const [arrivals] = await once(process, 'message');
  process.on('message', (later) => channel.postMessage(later));
  process.once('disconnect', () => process.exit(1));
  return arrivals;
}

/** The hook after the run: saves the records, and sets the exit code. */
export async function judgeRun() {
  const isGood = await scriptRuns?.end().catch(giveUp);
  if (isGood === false) artillery().suggestedExitCode = 1;
}

/** @param {Error} error names the mistake and the next step @returns {never} */
function giveUp({ message }) {
  process.stderr.write(`\r${message}\n`);
  process.exit(2);
}

import { readCourse } from '../../src/course.js';
import { runLab } from '../../src/runLab.js';

/**
 * The process that runs one lab: it measures, so it is none that draws or serves. Told {id, short, where} it runs that lab, tells its {events} four times a
 * second, and ends with {ended: its record}, {failed: why} or, told 'stop', with {stopped: true}, once all that the lab started has ended.
 *
 * @typedef {{id: string, short: boolean, course?: string, where: import('../../src/lectureChats.js').Where}} LabOrder course: address of its folder
 * @typedef {{events: import('../../src/runLab.js').LabEvent[]} | {ended: import('../../src/runLab.js').LabRecord} | {failed: string} | {stopped: true}} LabReport
 */

const TELL_EVERY_MS = 250;

const stopped = new AbortController();
/** @type {import('../../src/runLab.js').LabEvent[]} */
let events = [];

/** @param {LabReport} said @param {() => void} [done] */
function report(said, done = () => {}) {
  if (process.connected) process.send?.(said, undefined, undefined, done);
  else done();
}

function tell() {
  if (events.length > 0) report({ events });
  events = [];
}

/** @param {LabOrder} order @returns {Promise<LabReport>} */
async function run({ id, short, where, course }) {
  const lab = (await readCourse(course === undefined ? undefined : new URL(course))).find((one) => one.id === id);
  if (!lab) return { failed: `There is no lab ${id}.` };
  try {
    const onEvent = (/** @type {import('../../src/runLab.js').LabEvent} */ event) => events.push(event);
    return { ended: await runLab(lab, { short, where, signal: stopped.signal, onEvent }) };
  } catch (error) {
    return stopped.signal.aborted ? { stopped: true } : { failed: /** @type {Error} */ (error).message };
  }
}

process.on('message', async (/** @type {LabOrder | 'stop'} */ order) => {
  if (order === 'stop') return stopped.abort();
  const telling = setInterval(tell, TELL_EVERY_MS);
  const last = await run(order);
  clearInterval(telling);
  tell();
  report(last, () => process.exit(0));
});
// Whoever started it has ended, or a terminal ends both: what the lab has started ends first.
process.on('disconnect', () => stopped.abort());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopped.abort());

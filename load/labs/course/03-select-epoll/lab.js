import { valueText } from '../../../charts/numbers.js';
import { descriptorLimit } from '../../../runRecord/clientFacts.js';
import { spreadOf } from '../../../runRecord/spread.js';
import { BareLoop } from '../../bareLoop/bareLoop.js';

const LOOPS = /** @type {const} */ (['select', 'epoll']);

// Idle connections.
const LEVELS = [0, 250, 500, 1000, 1100, 2000, 4000];
const SHORT_LEVELS = [0, 1000, 1100, 3000];
// Below the wall for both: there their costs are compared.
const COMPARED_AT = 1000;
// For all but connections.
const OTHER_DESCRIPTORS = 100;
// Whoever has waited so long for an answer has gone.
const PATIENCE_MS = 3000;
const SHORT_PATIENCE_MS = 2000;

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'The 1,024 wall',
  question:
    'A server holds 1,000 idle connections on one event loop, and one client that talks. What happens at 1,100? What does each answer cost, if the loop asks the kernel by select, and if by epoll?',
  predict: {
    choices: [
      'With select each answer costs a little more, and number 1,025 is refused; the others are served on.',
      'With select each answer costs several times as much, and past 1,024 nobody gets an answer, not even the first client.',
      'Idle connections cost nothing: both answer as before.',
    ],
    right: 1,
  },
  runs: [
    'Starts the same small PHP server twice: on stream_select() and on epoll.',
    'Opens more and more idle connections; each is answered once and then idle; then the first client, who was there before them, asks often.',
  ],
  servers: 'own',
  charts: [
    {
      key: 'cost',
      title: 'CPU of the server for one answer',
      x: { label: 'idle connections' },
      y: { label: 'ms' },
      lines: [
        { key: 'select', name: 'select: ends where it ends', target: 'laravel' },
        { key: 'epoll', name: 'epoll', target: 'node' },
      ],
    },
  ],
  claims: [
    {
      key: 'wall',
      text: 'On epoll the loop still answers with at least twice as many connections as on select.',
      least: 2,
    },
    {
      key: 'cost',
      text: `With ${COMPARED_AT} idle connections an answer costs on select at least twice the CPU that it costs on epoll.`,
      least: 2,
    },
  ],
  because: [
    'select hands the kernel the whole list at each turn, and looks through all of it afterwards: the cost grows with all who are connected.',
    'Its list is a bit field of 1,024 places, fixed when PHP was compiled: a descriptor of 1,024 does not fit, and the call fails for everybody.',
    'With epoll the kernel keeps the list and answers only with those who are ready: the cost grows with those who talk.',
  ],
  tryNext: [
    'The chat on select: (cd laravel-chat && php artisan websockets:serve --select) refuses newcomers before the wall, in place of failing for all.',
    'Where a loop without a wall ends: load/bench sockets --receivers 20000, and lab 5.',
  ],
  exam: {
    question:
      'A loop on select serves 1,000 connections, of which 10 talk 100 times a second each. Turns of the loop look at all connections. How many looks a second are that, and how many with epoll, if each turn has one who talks?',
    answer:
      '1,000 turns a second. select: 1,000 x 1,000 = a million looks a second; epoll: 1,000, one for each that was ready. (Under load many are ready in one turn: then select looks less often, and the gap narrows.)',
  },

  async run({ short, say, point, signal, atEnd }) {
    const most = (descriptorLimit() ?? Infinity) - OTHER_DESCRIPTORS;
    const levels = (short ? SHORT_LEVELS : LEVELS).filter((level) => level <= most);
    const asked = short ? 100 : 300;
    const rows = [];
    /** @type {Record<string, {held: number, cpuMs: number}>} */
    const seen = {};
    for (const loop of LOOPS) {
      const server = new BareLoop(loop, { patienceMs: short ? SHORT_PATIENCE_MS : PATIENCE_MS });
      atEnd(() => server.stop());
      await server.start();
      seen[loop] = { held: 0, cpuMs: NaN };
      for (const level of levels) {
        signal.throwIfAborted();
        await server.hold(level);
        const answers = server.held < level ? null : await askOften(server, asked);
        if (!answers) {
          const first = (await server.ask()) ? 'answered' : 'NO ANSWER EITHER';
          say(`${loop}: number ${server.held + 1} gets no answer; the first client: ${first}`);
          point('cost', loop, level, null);
          rows.push([loop, `no answer from ${server.held + 1} on`, `first client: ${first}`, '']);
          break;
        }
        say(`${loop}, ${level} idle connections: ${answers.cpuMs.toFixed(2)} ms CPU an answer`);
        point('cost', loop, level, answers.cpuMs);
        rows.push([loop, `${level}`, valueText(answers.p50), valueText(answers.cpuMs)]);
        if (level === COMPARED_AT) seen[loop].cpuMs = answers.cpuMs;
      }
      seen[loop].held = server.held;
      server.stop();
    }
    const { select, epoll } = seen;
    return {
      table: { head: ['loop', 'idle connections', 'p50 ms', 'CPU ms an answer'], rows },
      measured: {
        wall: {
          unit: 'connections, still answered',
          over: { name: 'epoll', value: epoll.held },
          under: { name: 'select', value: select.held },
        },
        cost: {
          unit: 'ms CPU an answer',
          over: { name: 'select', value: select.cpuMs },
          under: { name: 'epoll', value: epoll.cpuMs },
        },
      },
    };
  },
};

/** @param {BareLoop} server @param {number} times @returns {Promise<{p50: number, cpuMs: number} | null>} ms, CPU of one answer; null where one does not come */
async function askOften(server, times) {
  const before = await server.ask();
  let last = before;
  const waited = [];
  for (let asked = 0; asked < times && last; asked++) {
    last = await server.ask();
    if (last) waited.push(last.ms);
  }
  if (!before || !last) return null;
  return { p50: spreadOf(waited).median, cpuMs: (last.cpuMs - before.cpuMs) / times };
}

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
    'A server holds 1,000 idle connections on one event loop, and serves one client that talks. What happens at 1,100 connections? And what does each answer cost if the loop asks the kernel by select, and if by epoll?',
  predict: {
    choices: [
      'With select each answer costs a little more, and connection 1,025 is refused; the others are still served.',
      'With select each answer costs several times as much; above 1,024 connections nobody gets an answer, not even the first client.',
      'Idle connections cost nothing: both answer as before.',
    ],
    right: 1,
  },
  runs: [
    'Starts the same small PHP server twice: on stream_select() and on epoll.',
    'Opens more and more idle connections; each gets one answer. Then the first client, who was there before them, asks often.',
  ],
  shortForm: 'Fewer levels of idle connections (0, 1,000, 1,100 and 3,000) and fewer questions.',
  notes: {
    question:
      'A is what a good server does; here not even the clients from before are served. C is nearly true for epoll.',
    charts: [
      'Point to the slope of select: each answer costs more with every idle connection. Then to its end at 1,000: at 1,100 there was no answer to measure. The line of epoll is flat.',
    ],
    why: 'Ask: why does Node.js not have this wall? (libuv uses epoll.) The next wall is the number of descriptors: lab 5.',
  },
  servers: 'own',
  charts: [
    {
      key: 'cost',
      title: 'CPU of the server for one answer',
      x: { label: 'idle connections' },
      y: { label: 'ms' },
      lines: [
        { key: 'select', name: 'select, up to its wall', target: 'laravel' },
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
      text: `With ${COMPARED_AT} idle connections an answer costs at least twice as much CPU on select as on epoll.`,
      least: 2,
    },
  ],
  because: [
    'In each turn select hands the kernel the whole list of connections and searches all of it afterwards: the cost grows with everybody who is connected.',
    'That list is a bit field of 1,024 places, fixed when PHP was compiled. Descriptor 1,024 does not fit, and the call fails for everybody.',
    'With epoll the kernel keeps the list and returns only the connections that are ready: the cost grows with those who talk.',
  ],
  tryNext: [
    'The chat on select: (cd laravel-chat && php artisan websockets:serve --select) refuses newcomers before the wall, in place of failing for all.',
    'Where a loop without a wall ends: load/bench sockets --receivers 20000, and lab 5.',
  ],
  exam: {
    question:
      'A loop on select serves 1,000 connections; 10 of them talk 100 times a second each. Each turn of the loop looks at all connections and finds one that talks. How many looks a second is that? How many are there with epoll?',
    answer:
      'There are 1,000 turns a second. select: 1,000 x 1,000 = one million looks a second. epoll: 1,000, one for each connection that was ready. (Under load many are ready in one turn: then select looks less often, and the gap narrows.)',
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
          ...{ says: 'still answers with', unit: 'connections' },
          over: { name: 'epoll', value: epoll.held },
          under: { name: 'select', value: select.held },
        },
        cost: {
          unit: 'ms of CPU for one answer',
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

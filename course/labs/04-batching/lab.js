import { measureWrites } from './measureWrites.js';

/** @import { Lab } from '../../src/lab.js' */

// Levels are messages/s.
const PLAN = { receivers: 200, levels: [10, 100, 1000, 5000], seconds: 1.5, waitMs: 4000 };
// A level with a higher p95 exceeds the chat's capacity: the lab leaves out the levels above it.
const TOO_LATE_MS = 1500;

const CELLS = /** @type {const} */ ([
  { chat: 'node', window: true, name: 'Node.js, windows' },
  { chat: 'node', window: false, name: 'Node.js, one write each' },
  { chat: 'laravel', window: true, name: 'Laravel, windows' },
  { chat: 'laravel', window: false, name: 'Laravel, one write each' },
]);

/** @param {{chat: string, window: boolean}} cell */
const keyOf = ({ chat, window }) => `${chat}-${window ? 'windows' : 'each'}`;

/** @type {Lab} */
export default {
  servers: 'own',
  charts: [
    {
      key: 'latency',
      title: 'How long a message takes to a receiver (95 of 100)',
      x: { label: 'messages/s sent to the room', scale: 'log' },
      y: { label: 'ms', scale: 'log' },
      lines: CELLS.map((cell) => ({ key: keyOf(cell), name: cell.name, target: cell.chat, dashed: !cell.window })),
    },
  ],
  claims: [
    {
      key: 'node',
      text: 'Node.js delivers at least twice as much with windows as with one write each.',
      atLeast: 2,
    },
    {
      key: 'laravel',
      text: 'So does Laravel on its loop: both languages show the effect.',
      atLeast: 2,
    },
  ],
  head: ['', 'p50 ms, quiet', 'at most: messages/s', 'p95 ms', 'messages a write', 'deliveries/s'],
  async run(context) {
    const { say, point, startChat } = context;
    const rows = [];
    /** @type {Record<string, number>} */
    const most = {};
    for (const cell of CELLS) {
      say(`${cell.name}: starting it, ${PLAN.receivers} receivers`);
      const server = await startChat(cell.chat, cell.window ? {} : { CHAT_LAB: '1', CHAT_WINDOW: 'off' });
      const seen = [];
      for await (const level of measureWrites(context, server.endpoint, PLAN)) {
        say(`${cell.name}: ${level.rate} messages/s, p95 ${level.p95.toFixed(0)} ms`);
        point('latency', keyOf(cell), level.rate, level.p95);
        seen.push(level);
        if (level.p95 > TOO_LATE_MS) break;
      }
      await server.stop();
      const best = seen.reduce((one, other) => (other.deliveriesPerSecond > one.deliveriesPerSecond ? other : one));
      most[keyOf(cell)] = best.deliveriesPerSecond;
      rows.push([cell.name, seen[0].p50, best.rate, best.p95, best.messagesPerWrite, best.deliveriesPerSecond]);
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'deliveries/s',
      over: { name: 'windows', value: most[`${chat}-windows`] },
      under: { name: 'one write each', value: most[`${chat}-each`] },
    });
    return { rows, measured: { node: compare('node'), laravel: compare('laravel') } };
  },
};

import { measureWrites } from './measureWrites.js';

// Messages/s.
const LEVELS = [10, 100, 1000, 5000];
// A level beyond what a chat can do shows that; the next one would show it again.
const TOO_LATE_MS = 1500;

const CELLS = /** @type {const} */ ([
  { chat: 'node', window: true, name: 'Node.js, windows' },
  { chat: 'node', window: false, name: 'Node.js, one write each' },
  { chat: 'laravel', window: true, name: 'Laravel, windows' },
  { chat: 'laravel', window: false, name: 'Laravel, one write each' },
]);

/** @param {{chat: string, window: boolean}} cell */
const keyOf = ({ chat, window }) => `${chat}-${window ? 'windows' : 'each'}`;

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'Batching',
  question:
    'Every message goes to everybody in the room. Should the server write each message to each receiver at once, or gather messages for some milliseconds and write many together?',
  predict: {
    choices: [
      'At once: gathering adds a delay and gains a few percent.',
      'It makes no difference: the same bytes go to the same receivers.',
      'Together: many times the throughput and, under load, less delay.',
    ],
    right: 2,
  },
  runs: [
    'Starts each chat twice: as it is, with windows, and with CHAT_WINDOW=off, one write for each message and receiver.',
    'Sends more and more messages a second to a room full of receivers, and counts each message at each receiver from its intended time.',
  ],
  shortForm: 'Only the Node.js chat, only at 3,000 messages/s.',
  notes: {
    question: 'B sounds right: the bytes are the same. Ask what a write costs beside its bytes.',
    charts: [
      'Both axes are logarithmic. At the left all four lines are equal: a window costs nothing in a quiet room. Then follow the dashed lines, one write each: above 100 messages/s their delay grows to seconds. The solid lines stay flat.',
    ],
    why: 'Ask where else this happens: Nagle’s algorithm, the group commit of a database, a bus in place of taxis.',
  },
  servers: 'own',
  charts: [
    {
      key: 'latency',
      title: 'How long a message takes to a receiver (95 of 100)',
      x: { label: 'messages/s sent to the room', scale: 'log', ticks: LEVELS },
      y: { label: 'ms', scale: 'log' },
      lines: CELLS.map((cell) => ({ key: keyOf(cell), name: cell.name, target: cell.chat, dashed: !cell.window })),
    },
  ],
  claims: [
    {
      key: 'node',
      text: 'Node.js delivers at least twice as much with windows as with one write each.',
      least: 2,
    },
    {
      key: 'laravel',
      text: 'So does Laravel on its loop: the language makes no difference.',
      least: 2,
    },
  ],
  because: [
    'The call is expensive, not the byte: one encode and one write for each message and receiver.',
    'A window pays once for everything that came during it. The busier the room, the cheaper each message.',
    'An idle room waits for nothing: the first message after a pause goes out at once.',
  ],
  tryNext: [
    'Where does one write each begin to fail? load/bench fanout --target node-unbatched --embedded --users 500 --rate 200, then --rate 400.',
    'Read the window itself: node-chat/src/chat (its twin: laravel-chat/websockets/Chat/Broadcast.php).',
  ],
  exam: {
    question:
      'A room has 1,000 receivers and gets 500 messages a second. A server does 50,000 writes a second. Does it keep up with one write each? With a window of 20 ms?',
    answer:
      'One write each: 1,000 x 500 = 500,000 writes a second, ten times too many; the queue grows without end. Windows of 20 ms: 50 windows a second x 1,000 receivers = 50,000 writes a second, each with 10 messages: only just. Windows of 40 ms: half load.',
  },

  async run({ short, say, point, startChat, signal }) {
    const receivers = 200;
    const levels = short ? [3000] : LEVELS;
    // The short form shows it on one of the two: each server takes seconds to start.
    const cells = CELLS.filter(({ chat }) => !short || chat === 'node');
    const form = short ? { seconds: 0.4, waitMs: 1500 } : { seconds: 1.5, waitMs: 4000 };
    const rows = [];
    /** @type {Record<string, number>} */
    const most = {};
    for (const cell of cells) {
      say(`${cell.name}: starting it, ${receivers} receivers`);
      const server = await startChat(cell.chat, cell.window ? {} : { CHAT_LAB: '1', CHAT_WINDOW: 'off' });
      const seen = [];
      for await (const level of measureWrites(server.url, { receivers, levels, ...form, signal })) {
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
    return {
      table: {
        head: ['', 'p50 ms, quiet', 'at most: messages/s', 'p95 ms', 'messages a write', 'deliveries/s'],
        rows,
      },
      measured: { node: compare('node'), ...(!short && { laravel: compare('laravel') }) },
    };
  },
};

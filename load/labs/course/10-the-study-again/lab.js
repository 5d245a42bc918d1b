import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { valueText } from '../../../charts/numbers.js';
import { floodCost, messageCost } from './costs.js';
import { ourFlood, studyCost, studyPoints } from './study.js';

/** @typedef {import('../../lab.js').Context} Context */
/** @typedef {import('./costs.js').Candidate} Candidate */
/** @typedef {import('./study.js').Cost} Cost */

// A level that both of the study's tables have, and at which its servers were not at their end yet.
const USERS = 10;
// As the study's users sent, 9 to 14 a second each; a chat that boots for each request cannot take as many.
const RATE = 100;
const SLOW_RATE = 4;
const SECONDS = { long: 3, short: 1 };

const NAMES = {
  node: 'Node.js',
  loop: 'Laravel, its loop',
  workers: 'Laravel, nginx and php-fpm',
  serve: 'Laravel, php artisan serve, one process',
  bare: 'the same without a bytecode cache',
};

// What a php.ini of its own says where PHP is to compile all of Laravel for each request.
const NO_BYTECODE_CACHE = 'opcache.enable=0\n';

// The study's own figures, of its file.
const THEIRS = {
  flood: studyCost('get-flood', 'laravel', USERS),
  messages: studyCost('message-test', 'laravel', USERS),
};
const SLOWER = {
  flood: studyCost('get-flood', 'node', USERS).perSecond / THEIRS.flood.perSecond,
  messages: studyCost('message-test', 'node', USERS).perSecond / THEIRS.messages.perSecond,
};

const USERS_TICKS = [1, 10, 100, 1000, 10_000];

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'The study again',
  question: `The study flooded its Laravel chat with empty requests: ${valueText(THEIRS.flood.perSecond)} answers a second at ${valueText(THEIRS.flood.cpuPercent)} % of a core. In its message test the same chat took ${valueText(THEIRS.messages.perSecond)} messages a second at ${valueText(THEIRS.messages.cpuPercent)} %. Both tests had ${USERS} users. Which part of Laravel did each of them measure?`,
  predict: {
    choices: [
      'Both the same part: a message is simply much more work than an empty answer.',
      'Both measured PHP workers, since those answer every request of Laravel.',
      'Two different parts: the flood met an event loop, the messages met something that starts Laravel for each one.',
    ],
    right: 2,
  },
  runs: [
    "The study's tables give the answers and how busy the core was: so the CPU time of one answer, and of one message.",
    `ApacheBench floods each way into our chats with ${USERS} users, as the study did. The CPU time of their processes is divided by the answers.`,
    `${USERS} users send and receive messages by each way, and the CPU time is divided by the messages.`,
    '“php artisan serve” is what the Laravel documentation starts: one process. It runs beside the chats, on its own, once with a bytecode cache (opcache) and once without.',
  ],
  shortForm: 'One second for each measurement in place of three, and fewer ways into the chats.',
  notes: {
    question: 'Let the class divide busy time by answers first: 0.977 s / 13,152 = 0.07 ms, and 0.45 s / 18.1 = 25 ms.',
    charts: [
      'Dashed is the study, solid is ours. Point to the line at the bottom: nginx and php-fpm, a tenth of the others. The study’s Laravel lies among the event loops, not with the workers.',
      'These are the study’s figures alone. Its Laravel stays below 100 messages a second, where the flood had 13,000 answers.',
    ],
    why: 'Ask: which single question would have found this? ("Which process answered?")',
  },
  servers: 'lecture',
  charts: [
    {
      key: 'floods',
      title: 'Empty GET requests, answers a second',
      x: { label: 'ApacheBench users', scale: 'log', ticks: USERS_TICKS },
      y: { label: 'answers/s' },
      lines: [
        { key: 'node', name: 'Node.js', target: 'node' },
        { key: 'laravel', name: 'Laravel, its loop', target: 'laravel' },
        { key: 'laravel-workers', name: 'Laravel, nginx and php-fpm', target: 'laravel-workers' },
        { key: 'study-node', name: 'the study: Node.js', target: 'node', dashed: true },
        { key: 'study-laravel', name: 'the study: Laravel', target: 'laravel', dashed: true },
      ],
    },
    {
      key: 'messages',
      title: 'The study: messages a second, of all users',
      x: { label: 'users', scale: 'log', ticks: [1, 10, 100, 1000] },
      y: { label: 'messages/s' },
      lines: [
        { key: 'study-node', name: 'the study: Node.js', target: 'node', dashed: true },
        { key: 'study-laravel', name: 'the study: Laravel', target: 'laravel', dashed: true },
      ],
    },
  ],
  claims: [
    {
      key: 'flood',
      text: 'An empty answer costs a PHP worker many times what it costs a PHP event loop.',
      least: 5,
    },
    {
      key: 'message',
      text: 'A message costs many times as much if Laravel starts for each one as on its event loop.',
      least: 5,
    },
  ],
  because: [
    'CPU time for one answer needs no stopwatch and no second machine: it is busy time divided by answers. The study gives both.',
    `Its Laravel needed ${valueText(THEIRS.flood.cpuMs)} ms for an empty answer. No worker that goes through Laravel's router is so fast, on any machine of that time: the flood met the HTTP port of its WebSocket server, an event loop.`,
    'No level of the flood shows more than one busy core, which says the same: it was one process. A pool of workers under a hundred users takes all four cores.',
    `For a message it needed ${valueText(THEIRS.messages.cpuMs)} ms. No event loop is so slow, but a start of Laravel for each message is, with a bytecode cache or without.`,
    `So each table may be right by itself, but they do not measure the same thing. "${valueText(SLOWER.flood)} times as slow as Node.js" (tables 1 and 2) is about an event loop; "${valueText(SLOWER.messages)} times as slow" (tables 3 and 4) is about starting PHP.`,
  ],
  tryNext: [
    'The study again, whole: `load/tables --quick` writes all four tables for all three ways, `load/report` sets them beside the study.',
    "Its Node.js took 265 messages/s from 1,000 users. If each went to everybody, how many deliveries a second is that? Compare it with one write each in docs/results.md: what does the study's figure count?",
    'Errors of Node.js stay at 23 to 25 % from 50 users to 1,000, and its core is half idle. Which part of a test would behave like this: the server, or the client?',
  ],
  exam: {
    question:
      'A benchmark says: framework A 9,000 requests/s at 95 % CPU, framework B 800 requests/s at 380 % CPU, on four cores. How much CPU does a request cost in each, what may run behind A and B, and which three things would you ask before you believe the comparison?',
    answer:
      'A: 0.95 s / 9,000 = 0.11 ms, one busy process: an event loop. B: 3.8 s / 800 = 4.75 ms on all cores: a pool of workers. Ask: which way through the code does a request take (the same work, the same port)? Was the client or the machine full? What was counted (only 2xx, failures too, a closed loop)?',
  },

  async run(context) {
    drawTables(context);
    const { short, say, signal } = context;
    const seconds = short ? SECONDS.short : SECONDS.long;
    const ways = await candidates(context);
    /** @type {Record<string, Cost>} */
    const floods = {};
    for (const key of short ? ['loop', 'workers'] : Object.keys(NAMES)) {
      signal.throwIfAborted();
      say(`GET /empty, ${USERS} users: ${ways[key].name}`);
      floods[key] = await floodCost(ways[key], { users: USERS, seconds });
    }
    /** @type {Record<string, Cost>} */
    const messages = {};
    // Side by side, but for the two that share the loop: what is counted is CPU time of each one's own processes.
    for (const together of short ? [['loop', 'bare']] : [['node', 'loop', 'serve', 'bare'], ['workers']]) {
      signal.throwIfAborted();
      say(`Messages, ${USERS} users: ${together.map((key) => ways[key].name).join('; ')}`);
      const costs = await Promise.all(together.map((key) => messageCost(ways[key], { users: USERS, seconds })));
      for (const [place, key] of together.entries()) messages[key] = costs[place];
    }
    return {
      table: {
        head: ['', 'a second', 'CPU % of a core', 'CPU µs for each', "times the study's Laravel"],
        rows: [
          ...rowsOf('GET /empty', 'get-flood', Object.values(floods)),
          ...rowsOf('message', 'message-test', Object.values(messages)),
        ],
      },
      measured: {
        flood: {
          unit: 'ms of CPU',
          over: { name: floods.workers.name, value: floods.workers.cpuMs },
          under: { name: floods.loop.name, value: floods.loop.cpuMs },
        },
        message: {
          unit: 'ms of CPU',
          over: { name: `Laravel, php artisan serve: ${messages.bare.name}`, value: messages.bare.cpuMs },
          under: { name: messages.loop.name, value: messages.loop.cpuMs },
        },
      },
      remarks: [
        `All with ${USERS} users. The study's machines were others (load/reference): twice or half of a figure says nothing, twenty times does.`,
      ],
    };
  },
};

/** @param {string} unit @param {'get-flood' | 'message-test'} table @param {Cost[]} ours */
function rowsOf(unit, table, ours) {
  const laravel = studyCost(table, 'laravel', USERS);
  return [studyCost(table, 'node', USERS), laravel, ...ours].map(({ name, perSecond, cpuPercent, cpuMs }) => [
    `${unit}: ${name}`,
    ...[perSecond, cpuPercent, cpuMs * 1000, cpuMs / laravel.cpuMs],
  ]);
}

/** @param {Context} context */
function drawTables({ point }) {
  for (const { server, users, value } of studyPoints('get-flood', 'requests_per_s'))
    point('floods', `study-${server}`, users, value);
  for (const { server, users, value } of studyPoints('message-test', 'messages_per_s'))
    point('messages', `study-${server}`, users, value);
  for (const target of ['node', 'laravel', 'laravel-workers'])
    for (const { users, value } of ourFlood(target)) point('floods', target, users, value);
}

/** @param {Context} context @returns {Promise<Record<string, Candidate>>} */
async function candidates(context) {
  const { node, laravel } = context.chats;
  context.say('Laravel behind `php artisan serve` starts, with a bytecode cache and without.');
  const bare = await served(context, withoutBytecodeCache(context));
  const serve = context.short ? bare : await served(context, {});
  const loopParts = partsOf(laravel.pids, 'loop');
  const nodeParts = partsOf(node.pids, 'node');
  const workers = ['nginx', 'fpm'];
  return {
    node: {
      ...{ name: NAMES.node, url: node.url, emptyUrl: node.loopUrl, send: 'socket', rate: RATE },
      ...{ floodParts: nodeParts, messageParts: nodeParts },
    },
    loop: {
      ...{ name: NAMES.loop, url: laravel.url, emptyUrl: laravel.loopUrl, send: 'socket', rate: RATE },
      ...{ floodParts: loopParts, messageParts: loopParts },
    },
    workers: {
      ...{ name: NAMES.workers, url: laravel.url, emptyUrl: laravel.url, send: 'post', rate: RATE },
      ...{ floodParts: partsOf(laravel.pids, ...workers), messageParts: partsOf(laravel.pids, ...workers, 'loop') },
    },
    serve: { name: NAMES.serve, ...serve },
    bare: { name: NAMES.bare, ...bare },
  };
}

/** @param {Context} context @param {Record<string, string>} env @returns {Promise<Omit<Candidate, 'name'>>} */
async function served({ startChat }, env) {
  const { url, pids } = await startChat('laravel', { PHP_CLI_SERVER_WORKERS: '1', ...env });
  return {
    ...{ url, emptyUrl: url, send: 'post', rate: SLOW_RATE },
    ...{ floodParts: partsOf(pids, 'laravel'), messageParts: partsOf(pids, 'laravel', 'loop') },
  };
}

/** @param {Context} context @returns {Record<string, string>} */
function withoutBytecodeCache({ atEnd }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-lab-'));
  atEnd(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'lab.ini'), NO_BYTECODE_CACHE);
  // An empty entry stands for the folder that PHP was built with.
  return { PHP_INI_SCAN_DIR: `:${folder}` };
}

/** @param {Record<string, number>} pids @param {string[]} names @returns {Record<string, number[]>} */
const partsOf = (pids, ...names) =>
  Object.fromEntries(names.filter((name) => pids[name] !== undefined).map((name) => [name, [pids[name]]]));

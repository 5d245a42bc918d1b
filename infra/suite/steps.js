import { addressOf } from '../lib/instance.js';

/** @import { Pair, pairs } from './pairs.js' */
/** @import { count } from './counts.js' */

/** @typedef {'node' | 'laravel'} Chat */

/**
 * @typedef {object} Step one run of one test program
 * @property {string} part the PART of `infra/test PART`
 * @property {string} title
 * @property {string[]} command run in the project's root
 * @property {Parameters<typeof count>[0]} count
 * @property {Pair} [servers] the pair that must be up
 * @property {Pair} [alsoUp] a second pair that must be up, as another host on the same databases
 * @property {Chat[]} [chats] the chats that the step needs for itself (both)
 * @property {Record<string, string>} [env]
 * @property {boolean} [onlyLong] true: only --long runs the step, unless its part is named
 * @property {string} [skip] why the step cannot run here
 */

/**
 * Tests run with `--single-threaded`. Otherwise a process that ends may wait for ever: for a compiler thread that waits
 * for the main thread's garbage collection (nodejs/node#54918).
 */
const testRunner = ['node', '--single-threaded', '--test', '--test-reporter=spec', '--test-timeout=600000'];

/**
 * @param {string} part @param {string} title @param {Step['count']} count @param {string[]} command
 * @param {Partial<Step>} [more]
 * @returns {Step}
 */
const step = (part, title, count, command, more) => ({ part, title, count, command, ...more });

/** @param {string} title @param {...string} command */
const lint = (title, ...command) => step('lint', `lint: ${title}`, 'exit', command);

/** @param {string} command */
const inLaravel = (command) => ['bash', '-c', `cd laravel-chat && ${command}`];

/**
 * Runs files in one process, since their imports take longer than most tests.
 * @param {string} part @param {...string} files
 */
const unit = (part, ...files) =>
  step(part, `${part}: unit tests`, 'node', [...testRunner, '--test-isolation=none', ...files]);

/** @param {(chat: Chat) => Step | Step[]} stepsOf @returns {Step[]} the steps of both chats */
const forBoth = (stepsOf) => [stepsOf('laravel'), stepsOf('node')].flat();

/** @param {Pair} servers @param {Chat} chat */
const urlOf = (servers, chat) => addressOf(servers, 'http', servers.ports[chat]);

/**
 * Makes the step of a profile of the contract's tests at one chat of a pair.
 * @param {Pair} servers @param {Chat} chat @param {string} part
 * @param {{what?: string, args?: string[], env?: Record<string, string>}} [how]
 * @returns {Step}
 */
function check(servers, chat, part, { what = part, args = [], env } = {}) {
  const { real, mongo } = servers.options;
  const store = real ? { node: 'MongoDB protocol', laravel: 'MariaDB' }[chat] : 'SQLite';
  const skip = real && chat === 'node' && !mongo ? 'no server of the MongoDB protocol is at hand' : undefined;
  const command = ['contract/check', urlOf(servers, chat), ...args];
  return step(part, `${what}: ${chat}, ${store}`, 'summary', command, { servers, chats: [chat], env, skip });
}

/** Tests restarts, and kills amid sends. @param {Pair} servers @param {Chat} chat @param {boolean} long */
function resilience(servers, chat, long) {
  const ctl = `infra/ctl --instance ${servers.name}`;
  const parts = { node: 'node', laravel: 'loop fpm nginx' }[chat];
  const database = servers.options.real ? { node: 'mongo', laravel: 'mariadb' }[chat] : '';
  const commands = ['--restart', `${ctl} restart ${parts}`, '--kill', `${ctl} signal KILL ${parts} ${database}`];
  return check(servers, chat, 'resilience', {
    args: ['--profile', 'resilience', ...commands],
    env: { CHAT_KILLS: long ? '10' : '2' },
  });
}

/**
 * Tests two hosts of one chat, and kills amid sends of a process and of the Redis between them.
 * @param {Pair} processes @param {Pair} secondHost @param {Chat} chat @returns {Step[]}
 */
function peers(processes, secondHost, chat) {
  const kill = (/** @type {string} */ command) => ({
    args: ['--profile', 'resilience/kill', '--kill', command],
    env: { CHAT_KILLS: '2' },
  });
  const ctl = `infra/ctl --instance ${processes.name}`;
  const redis = { what: 'peers, Redis is killed', ...kill(`${ctl} signal KILL redis`) };
  const second = { node: 'nodes:node-2', laravel: 'loops:loop-2' }[chat];
  return [
    { ...check(processes, chat, 'peers', { args: ['--peer', urlOf(secondHost, chat)] }), alsoUp: secondHost },
    // Both chats use this Redis.
    { ...check(processes, chat, 'peers', redis), chats: ['node', 'laravel'] },
    check(processes, chat, 'peers', { what: 'peers, a process is killed', ...kill(`${ctl} signal KILL ${second}`) }),
  ];
}

/** @param {Pair} servers @param {Chat} chat @param {...string} options @returns {Step} */
function browser(servers, chat, ...options) {
  const env = {
    CHAT_URL: urlOf(servers, chat),
    CHAT_KILL: `infra/ctl --instance ${servers.name} signal KILL ${chat === 'node' ? 'node' : 'loop'}`,
  };
  const command = ['playwright', 'test', '--config', 'web/playwright.config.js', ...options];
  return step('browser', `browser: ${chat}`, 'playwright', command, { servers, chats: [chat], env });
}

/**
 * Lists every test run of the project. Several steps of `together` run at a time: the first ones take longest, or
 * others wait for their chats. Steps of `last` measure, so they run after all others, one by one.
 * @param {typeof pairs} pairs
 * @param {{long?: boolean}} form `long`: each step in full
 * @returns {Record<'together' | 'last', Step[]>}
 */
export function steps({ embedded, real, lecture, processes, secondHost }, { long = false }) {
  const joinCode = {
    what: 'contract, join code and lab calls',
    args: ['--profile', 'features/joinCode,features/lab'],
    env: { CHAT_JOIN_CODE: lecture.options.joinCode ?? '' },
  };
  const lab = (/** @type {string} */ title, /** @type {string} */ which, /** @type {Step['count']} */ counter) =>
    step('labs', title, counter, ['course/lab', which, '--instance', lecture.name], { servers: lecture });
  const proof = { what: 'contract, injected faults are seen', args: ['--profile', 'proof'] };
  const libraries = { what: 'contract, libraries of every kind', args: ['--profile', 'libraries'] };
  const [nodeUrl, laravelUrl] = [urlOf(embedded, 'node'), urlOf(embedded, 'laravel')];
  return {
    together: [
      // Both chats serve the same page: one step tests all of it, and the other only the wire.
      browser(embedded, 'node'),
      ...forBoth((chat) => check(real, chat, 'contract')),
      ...forBoth((chat) => resilience(real, chat, long)),
      step('laravel', 'laravel: unit tests', 'phpunit', inLaravel('vendor/bin/phpunit --colors=never')),
      unit('load', 'load/**/test/**/*.test.js'),
      unit('infra', 'infra/*/test/*.test.js'),
      unit('course', 'course/test/**/*.test.js'),
      unit('node', 'node-chat/test/**/*.test.js'),
      step(
        'faults',
        'faults: databases killed, restarted and frozen',
        'node',
        [...testRunner, '--test-concurrency=1', 'infra/faults/*.test.js'],
        { servers: real, env: { CHAT_INSTANCE: real.name } },
      ),
      browser(embedded, 'laravel', '--grep', '@wire'),
      ...forBoth((chat) => peers(processes, secondHost, chat)),
      ...forBoth((chat) => check(embedded, chat, 'contract')),
      { ...resilience(embedded, 'node', long), onlyLong: real.options.mongo !== null },
      { ...resilience(embedded, 'laravel', long), onlyLong: true },
      ...forBoth((chat) => ({ ...check(embedded, chat, 'proof', proof), onlyLong: true })),
      step('twins', 'contract: twins, the same calls to both', 'summary', ['contract/twins', nodeUrl, laravelUrl], {
        servers: embedded,
        env: { CHAT_RUNS: long ? '1000' : '30' },
        onlyLong: true,
      }),
      step('load', 'load: injected faults, named by the ledger', 'exit', [
        ...['load/run', 'faults', '--target', 'node,laravel', '--embedded', '--repetitions', '1'],
      ]),
      ...forBoth((chat) => check(lecture, chat, 'contract', joinCode)),
      lint('tsc', 'tsc', '--noEmit'),
      lint('eslint', 'eslint', '.'),
      lint('prettier', 'prettier', '--check', '--log-level=warn', '.'),
      // phpstan finds its settings only in its own folder.
      lint('phpstan', ...inLaravel('vendor/bin/phpstan analyse --no-progress --memory-limit=1G')),
      lint('pint', ...inLaravel('vendor/bin/pint --test')),
      lint('shellcheck', 'bash', 'infra/suite/shellcheck.sh'),
      ...forBoth((chat) => check(embedded, chat, 'libraries', libraries)),
      unit('web', 'web/test/*.test.js'),
      unit('contract', 'contract/test/**/*.test.js'),
      step('examples', 'contract, core and realtime: a chat in Python', 'summary', ['examples/check', 'python-chat']),
      step('examples', 'contract, core and realtime: a chat on Express', 'summary', ['examples/check', 'express-chat']),
    ],
    last: [
      step('load', 'load: Artillery, both chats', 'exit', ['npx', 'artillery', 'run', 'load/chat.yml'], {
        servers: embedded,
        env: {
          CHAT_LOAD_NODE: nodeUrl,
          CHAT_LOAD_LARAVEL: laravelUrl,
          CHAT_LOAD_USERS: '5',
          CHAT_LOAD_SECONDS: '5',
          ARTILLERY_DISABLE_TELEMETRY: '1',
        },
      }),
      lab('course: lab 1, the effect shows', '1', 'exit'),
      { ...lab('course: all labs', '--all', 'summary'), onlyLong: true },
    ],
  };
}

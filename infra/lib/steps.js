import { join } from 'node:path';
import { address } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */

/**
 * @typedef {object} Step one run of one test program
 * @property {string} part the PART of `infra/test PART`
 * @property {string} title
 * @property {string[]} command run in the project's root
 * @property {keyof typeof import('./counts.js').counters} count
 * @property {Instance} [servers] that must be up
 * @property {Instance} [besides] that must be up too, as another host on the same databases
 * @property {('node' | 'laravel')[]} [chats] those of them that the step needs for itself (both)
 * @property {Record<string, string>} [env]
 * @property {boolean} [onlyLong] whether it is left to --long, unless its part is named
 * @property {string} [skip] why it cannot run here
 */

/**
 * Tests run with `--single-threaded`. Otherwise a process that ends may wait for ever: for a compiler thread that waits
 * for the main thread's garbage collection (nodejs/node#54918).
 */
const testRunner = ['node', '--single-threaded', '--test', '--test-reporter=spec', '--test-timeout=600000'];

/** @param {string} title @param {...string} command @returns {Step} */
const lint = (title, ...command) => ({ part: 'lint', title: `lint: ${title}`, command, count: 'exit' });

/** @param {string} command */
const inLaravel = (command) => ['bash', '-c', `cd laravel-chat && ${command}`];

/**
 * Its files share a process: what each imports takes longer than most tests.
 * @param {string} part @param {...string} files @returns {Step}
 */
const unit = (part, ...files) => ({
  ...{ part, title: `${part}: unit tests`, count: 'node' },
  command: [...testRunner, '--test-isolation=none', ...files],
});

/** @param {Instance} it @param {'node' | 'laravel'} chat */
const urlOf = (it, chat) => address(it, 'http', it.ports[chat]);

/**
 * A profile of the contract's tests at one chat of a pair.
 * @param {Instance} servers @param {'node' | 'laravel'} chat @param {string} part
 * @param {{what?: string, words?: string[], env?: Record<string, string>}} [how]
 * @returns {Step}
 */
function check(servers, chat, part, { what = part, words = [], env } = {}) {
  const { real, mongo } = servers.options;
  const store = real ? { node: 'MongoDB protocol', laravel: 'MariaDB' }[chat] : 'SQLite';
  const skip = real && chat === 'node' && !mongo ? 'no server of the MongoDB protocol is at hand' : undefined;
  const command = ['contract/check', urlOf(servers, chat), ...words];
  return { part, title: `${what}: ${chat}, ${store}`, command, count: 'closing', servers, chats: [chat], env, skip };
}

/** Restarts, and kills amid sends. @param {Instance} servers @param {'node' | 'laravel'} chat @param {boolean} long */
function resilience(servers, chat, long) {
  const parts = { node: ['node'], laravel: ['loop', 'fpm', 'nginx'] }[chat];
  const databases = servers.options.real ? { node: ['mongo'], laravel: ['mariadb'] }[chat] : [];
  const restart = `infra/ctl --instance ${servers.name} restart ${parts.join(' ')}`;
  const kill = `infra/ctl --instance ${servers.name} signal KILL ${[...parts, ...databases].join(' ')}`;
  return check(servers, chat, 'resilience', {
    words: ['--profile', 'resilience', '--restart', restart, '--kill', kill],
    env: { CHAT_KILLS: long ? '10' : '2' },
  });
}

/**
 * Two hosts of one chat, and kills amid sends of a process and of the Redis between them.
 * @param {Instance} several @param {Instance} besides @returns {Step[]}
 */
function peers(several, besides) {
  const kill = (/** @type {string} */ command) => ({
    words: ['--profile', 'resilience/kill', '--kill', command],
    env: { CHAT_KILLS: '2' },
  });
  const oneProcess = `$(pgrep -P "$(cat ${join(several.dir, 'run/node.pid')})" | head -1)`;
  const ctl = `infra/ctl --instance ${several.name}`;
  return /** @type {const} */ (['laravel', 'node']).flatMap((chat) => [
    { ...check(several, chat, 'peers', { words: ['--peer', urlOf(besides, chat)] }), besides },
    // Redis is that of both chats.
    {
      ...check(several, chat, 'peers', { what: 'peers, Redis is killed', ...kill(`${ctl} signal KILL redis`) }),
      chats: ['node', 'laravel'],
    },
    check(several, chat, 'peers', {
      what: 'peers, a process is killed',
      ...kill({ node: `kill -KILL ${oneProcess}`, laravel: `${ctl} signal KILL loops:loop-2` }[chat]),
    }),
  ]);
}

/** @param {Instance} servers @param {'node' | 'laravel'} chat @param {...string} options @returns {Step} */
function browser(servers, chat, ...options) {
  const env = {
    CHAT_URL: urlOf(servers, chat),
    CHAT_KILL: `infra/ctl --instance ${servers.name} signal KILL ${chat === 'node' ? 'node' : 'loop'}`,
  };
  const command = ['playwright', 'test', '--config', 'web/playwright.config.js', ...options];
  return { part: 'browser', title: `browser: ${chat}`, command, count: 'playwright', servers, chats: [chat], env };
}

/**
 * Every test run of the project. Steps of `together` run some at a time. The first ones take longest, or others wait
 * for their chats. Steps of `last` measure, so they run after all others, one by one.
 * @param {Record<'embedded' | 'closed' | 'lecture' | 'real' | 'several' | 'besides', Instance>} pairs
 * @param {{long: boolean}} form `long`: each step in full
 * @returns {Record<'together' | 'last', Step[]>}
 */
export function steps({ embedded, closed, lecture, real, several, besides }, { long }) {
  const joinCode = {
    what: 'contract, join code and lab calls',
    words: ['--profile', 'features/joinCode,features/lab'],
    env: { CHAT_JOIN_CODE: closed.options.joinCode ?? '' },
  };
  const proof = { what: 'contract, injected faults are seen', words: ['--profile', 'proof'] };
  const clients = { what: 'contract, clients of every kind', words: ['--profile', 'clients'] };
  return {
    together: [
      // Both chats serve the same page: all of it is tested on one, and the wire alone on the other.
      browser(embedded, 'node'),
      check(real, 'laravel', 'contract'),
      check(real, 'node', 'contract'),
      resilience(real, 'laravel', long),
      resilience(real, 'node', long),
      {
        ...{ part: 'laravel', title: 'laravel: unit tests', count: 'phpunit' },
        command: inLaravel('vendor/bin/phpunit --colors=never'),
      },
      unit('load', 'load/**/test/**/*.test.js'),
      unit('infra', 'infra/lib/test/*.test.js'),
      unit('course', 'course/test/**/*.test.js'),
      unit('node', 'node-chat/test/**/*.test.js'),
      {
        ...{ part: 'faults', title: 'faults: databases killed, restarted and frozen', count: 'node', servers: real },
        command: [...testRunner, '--test-concurrency=1', 'infra/faults/*.test.js'],
        env: { CHAT_INSTANCE: real.name },
      },
      browser(embedded, 'laravel', '--grep', '@wire'),
      ...peers(several, besides),
      check(embedded, 'node', 'contract'),
      check(embedded, 'laravel', 'contract'),
      { ...resilience(embedded, 'node', long), onlyLong: real.options.mongo !== null },
      { ...resilience(embedded, 'laravel', long), onlyLong: true },
      { ...check(embedded, 'node', 'proof', proof), onlyLong: true },
      { ...check(embedded, 'laravel', 'proof', proof), onlyLong: true },
      {
        ...{ part: 'twins', title: 'contract: twins, the same calls to both', count: 'closing', servers: embedded },
        command: ['contract/twins', urlOf(embedded, 'node'), urlOf(embedded, 'laravel')],
        ...{ env: { CHAT_RUNS: long ? '1000' : '30' }, onlyLong: true },
      },
      {
        ...{ part: 'load', title: 'load: injected faults, named by the ledger', count: 'exit' },
        command: ['load/faults', '--repetitions', '1'],
      },
      check(closed, 'laravel', 'contract', joinCode),
      check(closed, 'node', 'contract', joinCode),
      lint('tsc', 'tsc', '--noEmit'),
      lint('eslint', 'eslint', '.'),
      lint('prettier', 'prettier', '--check', '--log-level=warn', '.'),
      // From its folder: elsewhere it does not find its settings.
      lint('phpstan', ...inLaravel('vendor/bin/phpstan analyse --no-progress --memory-limit=1G')),
      lint('pint', ...inLaravel('vendor/bin/pint --test')),
      lint('shellcheck', 'bash', 'infra/lib/shellcheck.sh'),
      check(embedded, 'node', 'clients', clients),
      check(embedded, 'laravel', 'clients', clients),
      unit('web', 'web/test/*.test.js'),
      unit('contract', 'contract/test/**/*.test.js'),
      {
        ...{ part: 'examples', title: 'contract, core and realtime: a chat in Python', count: 'closing' },
        command: ['examples/check', 'python-chat'],
      },
      {
        ...{ part: 'examples', title: 'contract, core and realtime: a chat on Express', count: 'closing' },
        command: ['examples/check', 'express-chat'],
      },
    ],
    last: [
      {
        ...{ part: 'load', title: 'load: Artillery, both chats', count: 'exit', servers: embedded },
        command: ['npx', 'artillery', 'run', 'load/chat.yml'],
        env: {
          CHAT_LOAD_NODE: urlOf(embedded, 'node'),
          CHAT_LOAD_LARAVEL: urlOf(embedded, 'laravel'),
          CHAT_LOAD_USERS: '5',
          CHAT_LOAD_SECONDS: '5',
          ARTILLERY_DISABLE_TELEMETRY: '1',
        },
      },
      {
        ...{ part: 'labs', title: 'course: lab 1, the effect shows', count: 'closing', servers: lecture },
        command: ['course/lab', '1', '--short', '--instance', lecture.name],
      },
      {
        ...{ part: 'labs', title: 'course: all labs', count: 'closing', servers: lecture, onlyLong: true },
        command: ['course/lab', '--all', ...(long ? [] : ['--short']), '--instance', lecture.name],
      },
    ],
  };
}

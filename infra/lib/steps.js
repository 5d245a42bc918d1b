import { address } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */

/**
 * @typedef {object} Step one run of one test program
 * @property {string} part what `infra/test PART` chooses it by
 * @property {string} title
 * @property {string[]} command run in the project's root
 * @property {string} [needs] a file without which there is nothing to run
 * @property {keyof typeof import('./counts.js').counters} count
 * @property {Instance[]} [servers] instances that must be up
 * @property {string[]} [alone] what it has for itself: no two steps that share one of these run at once
 * @property {Record<string, string>} [env]
 * @property {number} [minutes] it is ended after that long (40): a machine may be slow, or busy with much else
 * @property {string} [skip] why it cannot run here: counted as skipped
 * @property {boolean} [quiet] it measures: it comes last, by itself
 * @property {boolean} [short] a part of it is left to --long
 * @property {boolean} [left] all of it is left to --long
 */

/**
 * Tests run with `--single-threaded`. Otherwise a process that ends may wait for ever: for a compiler thread that waits
 * for the main thread's garbage collection (nodejs/node#54918).
 */
const testRunner = ['node', '--single-threaded', '--test', '--test-reporter=spec'];

/**
 * Three files at once: they wait most of the time, for processes that start and for deadlines.
 * @param {string} part @param {string} folder @param {string} [glob] @returns {Step}
 */
const nodeTests = (part, folder, glob = `${folder}/**/*.test.js`) => ({
  part,
  title: `${part}: unit tests`,
  command: [...testRunner, '--test-concurrency=3', '--test-timeout=600000', glob],
  needs: folder,
  count: 'node',
});

/** Network namespaces are made for --long alone. @param {boolean} long @returns {Step} */
function loadTests(long) {
  const step = nodeTests('load', 'load', 'load/**/test/**/*.test.js');
  if (!long) return { ...step, short: true };
  return { ...step, command: [...step.command, 'load/test/agents/namespaces.long.js'] };
}

/** @param {string[]} options */
const browserTests = (...options) => ['playwright', 'test', '--config', 'web/playwright.config.js', ...options];

/** @param {string} title @param {string[]} command @param {string} [needs] @returns {Step} */
const lint = (title, command, needs) => ({ part: 'lint', title: `lint: ${title}`, command, needs, count: 'exit' });

const chats = /** @type {const} */ (['node', 'laravel']);

/** @param {Instance} it @param {'node' | 'laravel'} chat */
const urlOf = (it, chat) => address(it, 'http', it.ports[chat]);

/**
 * The suites that look at a chat from outside, for each chat of an instance.
 * @param {Instance} it @param {Instance} page the instance for those in a browser
 * @param {{long: boolean, isKilled: (chat: string) => boolean}} form isKilled: whether the chat is, while people talk
 * @returns {Step[]}
 */
function fromOutside(it, page, { long, isKilled }) {
  const { real } = it.options;
  return chats.flatMap((chat) => {
    const url = urlOf(it, chat);
    const store = { node: real ? 'MongoDB protocol' : 'SQLite', laravel: real ? 'MariaDB' : 'SQLite' }[chat];
    const skip =
      real && chat === 'node' && !it.options.mongo ? 'no server of the MongoDB protocol is at hand' : undefined;
    const restart = `infra/ctl --instance ${it.name} restart ${chat === 'node' ? 'node' : 'loop fpm nginx'}`;
    const killed = {
      node: real ? ['node', 'mongo'] : ['node'],
      laravel: ['loop', 'fpm', 'nginx', ...(real ? ['mariadb'] : [])],
    };
    const shared = { servers: [it], alone: [`${it.name} ${chat}`], skip };
    /** @type {Step} */
    const browser = {
      servers: [page],
      alone: [`${page.name} ${chat}`],
      part: 'browser',
      title: `browser: ${chat}`,
      // Both chats serve the same page: all of it is tested on one, and the wire alone on the other.
      command: browserTests(...(chat === 'node' ? [] : ['--grep', '@wire'])),
      needs: 'web/test/browser',
      count: 'playwright',
      env: {
        CHAT_URL: urlOf(page, chat),
        CHAT_KILL: `infra/kill --instance ${page.name} ${chat === 'node' ? 'node' : 'loop'}`,
      },
    };
    return [
      // First, while the chat holds few messages: one of these tests reads back to the first.
      ...(real ? [] : [browser]),
      /** @type {Step} */ ({
        ...shared,
        part: 'contract',
        title: `contract: ${chat}, ${store}`,
        command: ['contract/check', url],
        needs: 'contract/check',
        count: 'closing',
      }),
      /** @type {Step} */ ({
        ...shared,
        part: 'resilience',
        title: `resilience: ${chat}, ${store}`,
        command: [
          ...['contract/check', url, '--profile', 'resilience', '--restart', restart],
          ...['--kill', `infra/kill --instance ${it.name} ${killed[chat].join(' ')}`],
        ],
        needs: 'contract/check',
        count: 'closing',
        env: { CHAT_KILLS: long ? '10' : '3' },
        short: !long,
        left: !isKilled(chat),
      }),
    ];
  });
}

/**
 * Every test run of the project, in order: the cheap ones first. Steps that share a server run one after the other.
 * So there are five pairs with embedded stores: for browsers, for the contract, for twins, for join code and lab
 * calls, and for a lecture.
 * @param {Record<'page' | 'embedded' | 'attacked' | 'closed' | 'lecture' | 'real', Instance>} instances
 * @param {{long: boolean}} form `long`: each step in full
 * @returns {Step[]}
 */
export function steps({ page, embedded, attacked, closed, lecture, real }, { long }) {
  return [
    lint('eslint', ['eslint', '.']),
    lint('prettier', ['prettier', '--check', '--log-level=warn', '.']),
    lint('tsc', ['tsc', '--noEmit']),
    lint('shellcheck', ['bash', 'infra/lib/shellcheck.sh']),
    // From its folder: elsewhere it does not find its settings.
    lint('pint', ['bash', '-c', 'cd laravel-chat && vendor/bin/pint --test'], 'laravel-chat/vendor/bin/pint'),
    lint(
      'phpstan',
      ['bash', '-c', 'cd laravel-chat && vendor/bin/phpstan analyse --no-progress --memory-limit=1G'],
      'laravel-chat/phpstan.neon',
    ),
    nodeTests('infra', 'infra/lib/test'),
    nodeTests('contract', 'contract/test'),
    nodeTests('web', 'web/test', 'web/test/*.test.js'),
    nodeTests('node', 'node-chat/test'),
    loadTests(long),
    nodeTests('course', 'course/test'),
    {
      part: 'laravel',
      title: 'laravel: unit tests',
      command: ['bash', '-c', 'cd laravel-chat && vendor/bin/phpunit --colors=never'],
      needs: 'laravel-chat/phpunit.xml',
      count: 'phpunit',
    },
    // Where there are real databases, more can be killed.
    ...fromOutside(embedded, page, { long, isKilled: (chat) => long || (chat === 'node' && !real.options.mongo) }),
    ...chats.map(
      (chat) =>
        /** @type {Step} */ ({
          part: 'contract',
          title: `contract: join code, lab calls, ${chat}`,
          command: ['contract/check', urlOf(closed, chat), '--profile', 'features/joinCode,features/lab'],
          needs: 'contract/check',
          count: 'closing',
          servers: [closed],
          alone: [`${closed.name} ${chat}`],
          env: { CHAT_JOIN_CODE: closed.options.joinCode ?? '' },
        }),
    ),
    {
      part: 'twins',
      title: 'contract: twins, the same calls to both',
      command: ['contract/twins', urlOf(attacked, 'node'), urlOf(attacked, 'laravel')],
      needs: 'contract/twins',
      count: 'closing',
      servers: [attacked],
      alone: chats.map((chat) => `${attacked.name} ${chat}`),
      env: { CHAT_RUNS: long ? '1000' : '30' },
      short: !long,
    },
    ...chats.map(
      (chat) =>
        /** @type {Step} */ ({
          part: 'proof',
          title: `contract: planted faults are seen, ${chat}`,
          command: ['contract/check', urlOf(attacked, chat), '--profile', 'proof'],
          needs: 'contract/proof.test.js',
          count: 'closing',
          servers: [attacked],
          alone: [`${attacked.name} ${chat}`],
          // What it shows is of the tests, which both chats share.
          left: !long && chat === 'laravel',
        }),
    ),
    {
      part: 'examples',
      title: 'contract: a chat in Python, core and realtime',
      command: ['examples/python-chat/check'],
      needs: 'examples/python-chat/check',
      count: 'closing',
    },
    {
      part: 'load',
      title: 'load: Artillery, both chats',
      command: ['npx', 'artillery', 'run', 'load/chat.yml'],
      needs: 'load/chat.yml',
      count: 'exit',
      servers: [attacked],
      alone: chats.map((chat) => `${attacked.name} ${chat}`),
      env: {
        CHAT_LOAD_NODE: urlOf(attacked, 'node'),
        CHAT_LOAD_LARAVEL: urlOf(attacked, 'laravel'),
        CHAT_LOAD_USERS: '5',
        CHAT_LOAD_SECONDS: '5',
        ARTILLERY_DISABLE_TELEMETRY: '1',
      },
    },
    {
      part: 'labs',
      title: 'course: labs, each effect shows',
      command: ['course/lab', '--all', ...(long ? [] : ['--short']), '--instance', lecture.name],
      needs: 'course/lab',
      count: 'closing',
      servers: [lecture],
      short: !long,
      quiet: true,
    },
    {
      part: 'load',
      title: 'load: injected faults, named by the ledger',
      command: ['load/faults', '--runs', '1', '--client', 'raw'],
      needs: 'load/faults',
      count: 'exit',
    },
    ...fromOutside(real, real, { long, isKilled: () => true }),
    {
      part: 'faults',
      title: 'faults: databases killed, frozen, restarted',
      command: [...testRunner, '--test-concurrency=1', 'infra/faults/*.test.js'],
      needs: 'infra/faults',
      count: 'node',
      servers: [real],
      alone: chats.map((chat) => `${real.name} ${chat}`),
      env: { CHAT_INSTANCE: real.name },
    },
  ];
}

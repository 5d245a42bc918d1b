import { address } from './instance.js';

/**
 * @typedef {object} Step one run of one test program
 * @property {string} part what `infra/test PART` chooses it by
 * @property {string} title
 * @property {string[]} command run in the project's root
 * @property {string} [needs] a file without which there is nothing to run
 * @property {keyof typeof import('./counts.js').counters} count
 * @property {boolean} [servers] wants the test instance up
 * @property {Record<string, string>} [env]
 * @property {number} [minutes] it is ended after that long (5)
 */

/** @param {string} part @param {string} glob @returns {Step} */
const nodeTests = (part, glob) => ({
  part,
  title: `${part}: unit tests`,
  command: ['node', '--test', '--test-reporter=spec', glob],
  needs: glob.slice(0, glob.indexOf('/test/') + 5),
  count: 'node',
});

/** @param {string} title @param {string[]} command @param {string} [needs] @returns {Step} */
const lint = (title, command, needs) => ({ part: 'lint', title: `lint: ${title}`, command, needs, count: 'exit' });

/**
 * Every test run of the project, in order: the cheap ones first.
 * @param {import('./instance.js').Instance} it the test instance
 * @returns {Step[]}
 */
export function steps(it) {
  /** @type {Record<string, string>} */
  const url = { node: address(it, 'http', it.ports.node), laravel: address(it, 'http', it.ports.laravel) };
  const kill = (/** @type {string} */ part) => `infra/kill --instance ${it.name} ${part}`;
  return [
    lint('eslint', ['eslint', '.']),
    lint('prettier', ['prettier', '--check', '--log-level=warn', '.']),
    lint('tsc', ['tsc', '--noEmit']),
    lint('shellcheck', ['bash', 'infra/lib/shellcheck.sh']),
    lint('pint', ['laravel-chat/vendor/bin/pint', '--test', 'laravel-chat'], 'laravel-chat/vendor/bin/pint'),
    lint(
      'phpstan',
      ['bash', '-c', 'cd laravel-chat && vendor/bin/phpstan analyse --no-progress --memory-limit=1G'],
      'laravel-chat/phpstan.neon',
    ),
    nodeTests('infra', 'infra/lib/test/*.test.js'),
    nodeTests('contract', 'contract/test/**/*.test.js'),
    nodeTests('web', 'web/test/*.test.js'),
    nodeTests('node', 'node-chat/test/**/*.test.js'),
    nodeTests('load', 'load/**/test/**/*.test.js'),
    {
      part: 'laravel',
      title: 'laravel: unit tests',
      command: ['bash', '-c', 'cd laravel-chat && vendor/bin/phpunit --colors=never'],
      needs: 'laravel-chat/phpunit.xml',
      count: 'phpunit',
    },
    ...['node', 'laravel'].map(
      (target) =>
        /** @type {Step} */ ({
          part: 'contract',
          title: `contract: ${target}`,
          command: ['contract/check', url[target], '--restart', `infra/restart --instance ${it.name} ${target}`],
          needs: 'contract/check',
          count: 'closing',
          servers: true,
        }),
    ),
    {
      part: 'mutants',
      title: 'contract: mutants',
      command: ['contract/mutants'],
      needs: 'contract/mutants',
      count: 'closing',
      servers: true,
    },
    {
      part: 'load',
      title: 'load: Artillery, both chats',
      command: ['npx', 'artillery', 'run', 'load/chat.yml'],
      needs: 'load/chat.yml',
      count: 'exit',
      servers: true,
      env: {
        CHAT_LOAD_NODE: url.node,
        CHAT_LOAD_LARAVEL: url.laravel,
        CHAT_LOAD_USERS: '5',
        CHAT_LOAD_SECONDS: '5',
        ARTILLERY_DISABLE_TELEMETRY: '1',
      },
    },
    ...['node', 'laravel'].map(
      (target) =>
        /** @type {Step} */ ({
          part: 'browser',
          title: `browser: ${target}`,
          command: ['node', '--test', '--test-reporter=spec', 'web/test/browser/*.test.js'],
          needs: 'web/test/browser',
          count: 'node',
          servers: true,
          env: { CHAT_URL: url[target], CHAT_KILL: kill(target === 'node' ? 'node' : 'loop') },
        }),
    ),
  ];
}

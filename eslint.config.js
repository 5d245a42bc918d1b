import js from '@eslint/js';
import globals from 'globals';

const byItself = [
  'http',
  'sockets',
  'store',
  'lab',
  'fastify',
  '@fastify/*',
  'socket.io',
  'ws',
  'mongoose',
  'node:sqlite',
];

/** The layers of node-chat, and what each of them does not know: packages and modules, other layers. */
const layers = {
  'src/chat': [...byItself, 'cluster', '@redis/client'],
  'src/store': ['http', 'sockets', 'cluster', 'lab', '@redis/client', 'fastify', '@fastify/*', 'socket.io', 'ws'],
  'src/cluster': byItself,
  'src/http': ['sockets', 'store', 'cluster', 'lab', '@redis/client', 'socket.io', 'ws', 'mongoose', 'node:sqlite'],
  'src/sockets': [
    'http',
    'store',
    'cluster',
    'lab',
    '@redis/client',
    'fastify',
    '@fastify/*',
    'mongoose',
    'node:sqlite',
  ],
  lab: ['chat', 'sockets', 'store', 'socket.io', 'ws'],
};

/** What puts the layers together, and none of them knows. */
const puttingTogether = ['**/main.js', '**/createApp.js', '**/createServices.js'];

/** The rooms of README.md, and which of the others each imports. For the rest it takes a URL, a command or a file. */
const rooms = {
  contract: [],
  web: ['contract'],
  'node-chat': ['contract'],
  load: ['contract'],
  course: ['contract', 'load', 'web'],
  examples: ['contract'],
  infra: ['contract'],
};

/** @param {keyof typeof rooms} room */
const strangerRooms = (room) =>
  Object.keys(rooms).flatMap((other) => (other === room || rooms[room].includes(other) ? [] : `**/${other}/**`));

export default [
  { ignores: ['**/node_modules/**', '**/vendor/**', 'var/**', 'web/lib/**', 'load/results/**'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.node },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  ...Object.keys(rooms).map((room) => ({
    files: [`${room}/**/*.js`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: strangerRooms(room), message: `${room} does not import this room.` }] },
      ],
    },
  })),
  ...Object.entries(layers).map(([layer, strangers]) => ({
    files: [`node-chat/${layer}/**/*.js`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            // The rooms once more, since this rule replaces the one above.
            {
              group: [...strangers, ...puttingTogether, ...strangerRooms('node-chat')],
              message: `${layer} does not know it: see "Layers" in node-chat/README.md.`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: [
      'web/**/*.js',
      'course/livePage/page/**/*.js',
      'course/test/slides.test.js',
      'course/test/livePage/browser.test.js',
    ],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/test/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    // A fixture of Playwright names those that it needs, `{}` where it needs none.
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['load/artillery-engine-*/**/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: globals.node },
  },
];

import js from '@eslint/js';
import globals from 'globals';

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
  {
    files: [
      'web/**/*.js',
      'load/charts/**/*.js',
      'load/htmlReport/page/**/*.js',
      'load/livePage/page/**/*.js',
      'load/labs/slides/page/**/*.js',
      'load/test/htmlReport/page.test.js',
      'load/test/livePage/browser.test.js',
      'load/test/geometry/**/*.js',
    ],
    languageOptions: { globals: globals.browser },
  },
  { files: ['web/test/**/*.js'], languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['load/artillery-engine-pusher/**/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: globals.node },
  },
];

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, withoutReports } from '../../chat/artilleryMain.js';
import { report } from './console-reporter.js';

test('Artillery’s own reports are kept back, its warnings and this run’s lines are shown', (t) => {
  const shown = [];
  globalThis.artillery = { log: (...words) => shown.push(words) };
  t.after(() => delete globalThis.artillery);
  report('vusers.created');
  withoutReports();
  report('vusers.completed');
  say('the table');
  globalThis.artillery.log('WARNING:', 'CPU');
  assert.deepEqual(shown, [['vusers.created'], ['the table'], ['WARNING:', 'CPU']]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelLine } from '../../messageTest/levelLine.js';
import { record } from '../htmlReport/record.js';

test('deliveries lost are told apart from messages lost, with the column that their messages stand under', () => {
  const run = record({ users: 200 });
  Object.assign(run.counts, { noAck: 447, lost: 0, lostWithoutAck: 447, lostDeliveries: 89_400 });
  run.verdicts = [{ name: 'lost deliveries', value: 89_400, most: 0, passed: false }];
  const [row, ...notes] = levelLine(/** @type {any} */ (run)).split('\n');
  assert.match(row, / 447 +0 /);
  assert.equal(notes.length, 1);
  assert.match(
    notes[0],
    /^ {8}lost deliveries, one for each receiver: 89400, of 0 messages acknowledged .*\(.* lost\)/,
  );
  assert.match(notes[0], /, and of 447 that were not \(under refused or no ack\)$/);
});

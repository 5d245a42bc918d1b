import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBytes } from '../../src/protection/engineConnection.js';

test('what a poll has waiting is counted in bytes, each packet once', () => {
  let looks = 0;
  const packet = {
    get data() {
      looks++;
      return 'é';
    },
  };
  const connection = { transport: {}, writeBuffer: [packet, { type: 'ping' }] };
  assert.equal(bufferedBytes(connection), 2);
  const once = looks;
  connection.writeBuffer.push({ data: 'abc' });
  assert.equal(bufferedBytes(connection), 5);
  assert.equal(looks, once, 'it was counted again');
});

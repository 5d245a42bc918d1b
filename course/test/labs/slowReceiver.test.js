import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backlogOf, bufferedIn } from '../../labs/07-slow-receiver/backlog.js';
import { socketQueues } from '../../labs/07-slow-receiver/socketQueues.js';

// The table has ports in hexadecimal: 3000 is 0BB8, 50000 is C350.
const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 0100007F:C350 01 00010000:00000000 01:00000014 00000000  0 0 101
   1: 0100007F:C350 0100007F:0BB8 01 00000000:00000400 00:00000000 00000000  0 0 102
   2: 0100007F:0BB8 0100007F:C351 04 00000200:00000000 01:00000014 00000000  0 0 0`;

test('unread and unsent bytes are read from both ends of a connection in the kernel’s table', () => {
  assert.deepEqual(socketQueues({ readers: [50000, 50001, 50002], writer: 3000 }, TABLE), [
    { unsent: 0x10000, unread: 0x400, open: true },
    { unsent: 0x200, unread: 0, open: false },
    { unsent: 0, unread: 0, open: false },
  ]);
});

test('a chat’s metrics give the bytes that it buffers for receivers', () => {
  const text = 'chat_buffered_bytes 4096\nchat_errors_total{code="receiver_too_slow"} 2\n';
  assert.deepEqual(bufferedIn(text), { bytes: 4096, tooSlow: 2 });
  assert.deepEqual(bufferedIn('chat_connections 1\n'), { bytes: null, tooSlow: 0 });
});

test('the backlog is the sum of all three places at one moment', () => {
  const look = { at: 0, open: true, unread: 1, unsent: 2, buffered: 0, others: 5 };
  const looks = [look, { ...look, buffered: 7, others: 3 }, { ...look, unsent: 0 }];
  assert.deepEqual(backlogOf(looks), { highest: 10, others: 3, unread: 1, unsent: 2, buffered: 7 });
});

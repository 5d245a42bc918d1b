import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unixConnections } from '../../livePage/unixConnections.js';

// The kernel's table while a listener had accepted one of four connections.
const TABLE = `Num       RefCount Protocol Flags    Type St Inode Path
00000000c7477c68: 00000003 00000000 00000000 0001 02     0 /srv/run/fpm-1.sock
000000002be071e4: 00000003 00000000 00000000 0001 02     0 /srv/run/fpm-pages.sock
000000003ac1a7bc: 00000002 00000000 00010000 0001 01 24454101 /srv/run/fpm-1.sock
00000000419ef461: 00000003 00000000 00000000 0001 03 24454106 /srv/run/fpm-1.sock
00000000419ef462: 00000003 00000000 00000000 0001 03 24454107 /srv/run/fpm-status-1.sock
00000000419ef463: 00000003 00000000 00000000 0001 03 24454108 /elsewhere/run/fpm-1.sock
00000000b1b4694d: 00000003 00000000 00000000 0001 03 24454109
`;

test('taken and waiting requests at one socket are counted from outside', () => {
  assert.deepEqual(unixConnections('/srv/run/fpm-1.sock', TABLE), { taken: 1, waiting: 1 });
});

test('the counts are unknown if no process listens', () => {
  assert.equal(unixConnections('/srv/run/fpm-pages.sock', TABLE), null);
});

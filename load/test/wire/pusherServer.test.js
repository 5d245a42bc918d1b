import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventPath } from '../../src/wire/pusherServer.js';

test("an event for a Pusher server is signed as in the example of Pusher's documentation", () => {
  const body = '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}';
  const endpoint = { app: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
  assert.equal(
    eventPath(endpoint, body, 1353088179.5),
    '/apps/3/events?auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0' +
      '&body_md5=ec365a775a4cd0599faeb73354201b6f' +
      '&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
  );
});

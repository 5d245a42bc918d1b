import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unfitPath } from '../unfit-path.js';

test('a path with white space, or one too long for a socket, is refused with the reason', () => {
  assert.equal(unfitPath('/srv/chat/var/dev'), null);
  assert.match(unfitPath('/srv/my chat/var/dev') ?? '', /my chat.*misread/);
  assert.match(unfitPath(`/srv/${'deep/'.repeat(20)}var/dev`) ?? '', /too long/);
});

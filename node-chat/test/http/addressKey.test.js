import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../src/http/addressKey.js';

test('the addresses of an IPv6 line have one key, those of two lines two', () => {
  const own = addressKey('2001:db8::1');
  for (const other of ['2001:db8::2', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:0DB8::', '2001:db8::1%eth0'])
    assert.equal(addressKey(other), own, other);
  for (const other of ['2001:db8:0:1::1', '2001:db9::1', '::1', '2001:db8'])
    assert.notEqual(addressKey(other), own, other);
});

test('an IPv4 address is its own key, however it is written', () => {
  for (const written of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7'])
    assert.equal(addressKey(written), '192.0.2.7', written);
  assert.notEqual(addressKey('::ffff:192.0.2.7'), addressKey('::ffff:192.0.2.8'));
  assert.equal(addressKey(''), '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, contract, expectAnswer, expectSchema } from '../harness/schemas.js';

test('the examples of openapi.yaml match its schemas', () => {
  let examples = 0;
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    for (const example of schema.examples ?? []) {
      expectSchema(`/components/schemas/${name}`, example, name);
      examples++;
    }
  }
  assert.ok(examples > 10);
});

test('openapi.yaml has the features and bounds of contract.json', () => {
  const { Config, Login, Text } = api.components.schemas;
  assert.deepEqual([...Config.properties.features.items.enum].sort(), [...contract.features].sort());
  const bounds = [Login.properties.login.maxLength, Text.maxLength];
  assert.deepEqual(bounds, [contract.limits.loginMax, contract.limits.textMax]);
  for (const name of Config.properties.limits.required) assert.ok(contract.limits[name] > 0, name);
});

const judge = (status, json, headers = {}, path = '/me') =>
  expectAnswer(
    {
      status,
      json,
      text: JSON.stringify(json),
      headers: new Headers({ 'content-type': 'application/json', ...headers }),
    },
    'GET',
    path,
  );

test('an answer that openapi.yaml does not allow fails: extra member, status, code, no Retry-After', () => {
  const user = { id: '1', name: 'Ann' };
  const fault = (code) => ({ error: { code, message: 'Words.' } });
  judge(200, { user });
  judge(401, fault('not_logged_in'));
  judge(429, fault('too_many_pages'), { 'retry-after': '1' }, '/messages?after=1');
  assert.throws(() => judge(200, { user: { ...user, password: 'x' } }), /additional properties/);
  assert.throws(() => judge(202, { user }), /does not name/);
  assert.throws(() => judge(403, fault('not_logged_in')), /the status of not_logged_in/);
  assert.throws(() => judge(400, fault('no_such_code')), /the status of no_such_code/);
  assert.throws(() => judge(429, fault('too_many_pages'), {}, '/messages'), /Retry-After/);
});

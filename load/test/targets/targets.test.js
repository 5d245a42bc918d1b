import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { readTarget, TARGET_NAMES } from '../../src/server/targets.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../targets/schema.json', import.meta.url), 'utf8'));

test('every target fits the schema, and targets have the order of the tables', () => {
  assert.deepEqual(TARGET_NAMES.slice(0, 3), ['node', 'laravel', 'laravel-workers']);
  const valid = new Ajv().compile(schema);
  for (const name of TARGET_NAMES) {
    const file = JSON.parse(fs.readFileSync(new URL(`../../targets/${name}.json`, import.meta.url), 'utf8'));
    const whole = JSON.parse(JSON.stringify(readTarget(name)));
    for (const data of [file, whole]) assert.ok(valid(data), `${name}: ${JSON.stringify(valid.errors)}`);
  }
});

test('a target takes the values of the target that it is like, except its own values and the study', () => {
  const [node, two] = [readTarget('node'), readTarget('node-2')];
  assert.deepEqual([two.address, two.http, two.processes], [node.address, node.http, 2]);
  assert.notEqual(two.title, node.title);
  assert.equal(two.messages?.codePath, node.messages?.codePath);
  assert.deepEqual(two.messages?.parts, ['node', 'redis']);
  assert.deepEqual([node.study, two.study], ['node', undefined]);
});

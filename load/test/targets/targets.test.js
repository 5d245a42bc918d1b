import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { knownTarget, readTarget, STUDY_TARGETS, TARGET_NAMES } from '../../src/server/targets.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../targets/schema.json', import.meta.url), 'utf8'));

test('every target is what the schema says, in the order of the tables', () => {
  assert.deepEqual(STUDY_TARGETS, ['node', 'laravel', 'laravel-workers']);
  assert.deepEqual(TARGET_NAMES.slice(0, 3), STUDY_TARGETS);
  const valid = new Ajv().compile(schema);
  for (const name of TARGET_NAMES) assert.ok(valid(readTarget(name)), `${name}: ${JSON.stringify(valid.errors)}`);
});

test('a target that there is not is answered by those that there are', () => {
  assert.throws(() => readTarget('django'), /no target django: node, laravel, laravel-workers/);
  assert.throws(() => readTarget('../package'), /no target/);
  assert.equal(knownTarget(undefined), undefined);
});

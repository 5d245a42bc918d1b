import assert from 'node:assert/strict';
import fs from 'node:fs';
import { Ajv } from 'ajv';

const schema = JSON.parse(fs.readFileSync(new URL('../../src/record/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

/** @param {unknown} record */
export const assertValid = (record) => assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));

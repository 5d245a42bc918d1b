import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectStatus } from '../suite/expect.js';

export const checks = [
  check('a clientId that is missing, null or no string is client_id_invalid', async (t) => {
    const person = await t.person();
    expectError(await person.post('/messages', { text: 'a' }), 'client_id_invalid', 'clientId');
    for (const clientId of [null, 7, 0, true, [], ['a'], {}]) {
      expectError(await person.say('a', clientId), 'client_id_invalid', 'clientId');
    }
  }),

  check('a clientId of 1 and of 64 characters is fine, an empty one and 65 are client_id_invalid', async (t) => {
    const person = await t.person();
    expectStatus(await person.say('a', 'a'), 201);
    expectStatus(await person.say('a', 'b'.repeat(limits.clientIdMax)), 201);
    expectError(await person.say('a', ''), 'client_id_invalid', 'clientId');
    expectError(await person.say('a', 'c'.repeat(limits.clientIdMax + 1)), 'client_id_invalid', 'clientId');
  }),

  check('a clientId of other characters than A-Z a-z 0-9 _ - is client_id_invalid', async (t) => {
    const person = await t.person();
    for (const clientId of ['a b', 'a.b', 'é', 'a\n', '\na', 'a\0', 'a/b', '{}', 'ａ', '٣', ' a', 'a,b']) {
      expectError(await person.say('a', clientId), 'client_id_invalid', 'clientId');
    }
  }),

  check('every allowed character may stand in a clientId', async (t) => {
    const person = await t.person();
    for (const clientId of [
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      'abcdefghijklmnopqrstuvwxyz',
      '0123456789_-',
      '__proto__',
      '-',
    ]) {
      const answer = await person.say('a', clientId);
      expectStatus(answer, 201);
      assert.equal(answer.json.message.clientId, clientId);
    }
  }),

  check('clientIds differ by case', async (t) => {
    const person = await t.person();
    const [upper, lower] = [await person.say('upper', 'SAME'), await person.say('lower', 'same')];
    expectStatus(upper, 201);
    expectStatus(lower, 201);
    assert.notEqual(upper.json.message.id, lower.json.message.id);
  }),

  check('the clientId is checked also for a message that would be a repeat', async (t) => {
    const person = await t.person();
    expectStatus(await person.say('a', 'again'), 201);
    expectError(await person.say('a', 'again '), 'client_id_invalid', 'clientId');
    expectError(await person.say('', 'again'), 'empty_text', 'text');
  }),
];

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJoinCode } from '../../src/chat/joinCode.js';
import { runChecks } from '../../../contract/suite/runner.js';
import { learnServer } from '../../../contract/suite/server.js';
import { checks } from '../../../contract/checks/joinCode.js';
import { startChat } from '../startChat.js';

test('without a code everybody may register', () => {
  for (const given of [undefined, 'any', 1]) createJoinCode(null)(given);
});

test('with a code a first login needs exactly it', () => {
  const mustMatch = createJoinCode('tafel 7');
  mustMatch('tafel 7');
  for (const none of [undefined, null, ''])
    assert.throws(() => mustMatch(none), { code: 'empty_field', field: 'joinCode' });
  for (const wrong of ['tafel 8', 'tafel 7 ', 'Tafel 7', 7, ['tafel 7'], {}])
    assert.throws(() => mustMatch(wrong), { code: 'wrong_join_code', field: 'joinCode' });
});

test('a chat with a code keeps all that the contract says of it', async (t) => {
  process.env.CHAT_JOIN_CODE = 'tafel 7';
  t.after(() => delete process.env.CHAT_JOIN_CODE);
  const { url } = await startChat(t, { CHAT_JOIN_CODE: 'tafel 7' });
  const results = await runChecks(await learnServer(url), checks);
  assert.deepEqual(
    results.filter(({ outcome }) => outcome !== 'passed'),
    [],
  );
});

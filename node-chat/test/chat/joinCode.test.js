import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createJoinCode } from '../../src/chat/joinCode.js';
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
  const { url } = await startChat(t, { CHAT_JOIN_CODE: 'tafel 7' });
  const check = new URL('../../../contract/check.js', import.meta.url).pathname;
  const env = { ...process.env, CHAT_JOIN_CODE: 'tafel 7', NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, [check, url, '--profile', 'features/joinCode'], {
    env,
  });
  assert.match(stdout, /^3 passed, 0 failed, 0 skipped$/m);
});

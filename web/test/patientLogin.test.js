import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../chat/chatError.js';
import { logInPatiently } from '../chat/patientLogin.js';

const busy = () => new ChatError({ code: 'too_many_logins', message: 'Many people log in right now.' }, 2);

function build(answers) {
  const pauses = [];
  const calls = [];
  const logIn = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const entered = logInPatiently(logIn, {
    waiting: (error) => calls.push(error.retryAfter),
    pause: async (ms) => void pauses.push(ms),
    random: () => 0.5,
  });
  return { entered, pauses, calls };
}

test('a login among too many waits a little longer than the server says, and succeeds', async () => {
  const { entered, pauses, calls } = build([busy(), busy(), 'in']);
  assert.equal(await entered, 'in');
  assert.deepEqual(pauses, [2500, 2500]);
  assert.deepEqual(calls, [2, 2]);
});

test('a login does not wait without end', async () => {
  const { entered, pauses } = build(Array.from({ length: 99 }, busy));
  await assert.rejects(entered, { code: 'too_many_logins' });
  assert.equal(pauses.length, 24);
});

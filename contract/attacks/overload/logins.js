import assert from 'node:assert/strict';
import { expectError, expectRetryAfter } from '../../suite/expect.js';
import { freshLogin, PASSWORD } from '../../suite/person.js';
import { overload } from '../overloadEntry.js';

export const list = [
  overload('logins at once by the hundred, with fresh names', async (h) => {
    const calls = Array.from({ length: h.many(500, 150) }, () =>
      h.call('/login', { method: 'POST', json: { login: freshLogin('burst'), password: PASSWORD }, timeoutMs: 25_000 }),
    );
    const answers = await Promise.all(calls);
    assert.ok(
      answers.some(({ status }) => status === 201),
      'nobody got in',
    );
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 'too_many_logins');
      expectRetryAfter(answer);
    }
  }),
];

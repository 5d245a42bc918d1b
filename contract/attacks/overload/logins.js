import assert from 'node:assert/strict';
import { expectError, expectRetryAfter, pause } from '../../suite/expect.js';
import { freshLogin, PASSWORD } from '../../suite/person.js';
import { overload } from '../overloadEntry.js';

/** @param {import('../overloader.js').Overloader} h @param {string} from */
const register = (h, from) => {
  const json = { login: freshLogin('burst'), password: PASSWORD };
  return h.call('/login', { method: 'POST', json, from, timeoutMs: 25_000 });
};

/** Comes again when told to, as people do. @param {import('../overloader.js').Overloader} h @param {string} from */
async function registerPatiently(h, from) {
  for (let tries = 1; ; tries++) {
    const answer = await register(h, from);
    if (answer.status !== 429 || tries === 3) return answer;
    await pause(1000 * Number(answer.headers['retry-after']));
  }
}

export const list = [
  overload('logins at once by the hundred, with fresh names', async (h) => {
    const calls = Array.from({ length: h.many(500, 150) }, () => register(h, h.from));
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

  overload('logins of one address, as many as it can, keep no other address out', async (h) => {
    const end = performance.now() + h.many(6000, 1500);
    const flood = async () => {
      while (performance.now() < end) await register(h, h.from);
    };
    const flooding = Promise.all(Array.from({ length: 100 }, flood));
    await h.hold(500, 300); // the queue is as full as it gets
    const answers = [];
    while (performance.now() < end) answers.push(await registerPatiently(h, '127.0.0.1'));
    await flooding;
    if (!h.server.config.rateLimits) return;
    assert.deepEqual(
      answers.filter(({ status }) => status !== 201).map(({ text }) => text),
      [],
    );
  }),

  overload('wrong passwords for one login by the hundred at once', async (h) => {
    const login = freshLogin('guessed');
    const enter = (/** @type {string} */ password) =>
      h.call('/login', { method: 'POST', json: { login, password }, timeoutMs: 25_000 });
    assert.equal((await enter(PASSWORD)).status, 201);
    const answers = await Promise.all(Array.from({ length: h.many(300, 100) }, () => enter('wrong')));
    const looked = answers.filter(({ status }) => status === 401).length;
    const most = h.server.config.limits.failedLoginsMax;
    if (h.server.config.rateLimits)
      assert.ok(looked <= most, `${looked} guesses were looked at, at most ${most} may be`);
    for (const answer of answers.filter(({ status }) => status !== 401)) {
      expectError(answer, answer.json.error.code === 'too_many_logins' ? 'too_many_logins' : 'too_many_attempts');
      expectRetryAfter(answer);
    }
  }),
];

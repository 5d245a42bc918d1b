import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectRetryAfter, pause } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

const MANY = 80;

/** @param {import('../suite/trial.js').Trial} t @param {string[]} logins */
const enterAll = (t, logins) =>
  Promise.all(logins.map((login) => t.post('/login', { login, password: PASSWORD }, { timeoutMs: 30_000 })));

export const checks = [
  check(
    'of many who log in at once some are let in, and each of the others is refused with Retry-After',
    async (t) => {
      const answers = await enterAll(
        t,
        Array.from({ length: MANY }, () => freshLogin('b')),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      assert.ok(refused.length < MANY, 'nobody was let in');
      for (const answer of refused) {
        // Who waited too long for a worker is told what a send would be told.
        expectError(answer, answer.status === 503 ? 'too_many_connections' : 'too_many_logins');
        expectRetryAfter(answer);
      }
    },
    { company: 'alone' },
  ),

  check(
    'many who log in at once are all let in when they come again after Retry-After',
    async (t) => {
      let waiting = Array.from({ length: MANY }, () => freshLogin('b'));
      for (let round = 0; waiting.length > 0; round++) {
        assert.ok(round < 12, `${waiting.length} of ${MANY} were sent away ${round} times`);
        const answers = await enterAll(t, waiting);
        waiting = waiting.filter((_, i) => [429, 503].includes(answers[i].status));
        const seconds = answers.map(({ headers }) => Number(headers['retry-after'] ?? 0));
        if (waiting.length > 0) await pause(1000 * Math.max(...seconds));
      }
    },
    { company: 'alone' },
  ),

  check(
    'a send and a page beside many logins are answered within 3 s',
    async (t) => {
      const person = await t.person();
      const burst = enterAll(
        t,
        Array.from({ length: MANY }, () => freshLogin('b')),
      );
      for (let i = 0; i < 4; i++) {
        const began = performance.now();
        const [sent, page] = await Promise.all([person.say('beside'), person.get('/messages?limit=5')]);
        assert.deepEqual([sent.status, page.status], [201, 200]);
        assert.ok(performance.now() - began < 3000, `it took ${Math.round(performance.now() - began)} ms`);
        await pause(50);
      }
      await burst;
    },
    { company: 'alone' },
  ),
];

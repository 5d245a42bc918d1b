import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectError, expectRetryAfter, expectStatus, pause } from '../suite/expect.js';

// Alone, as those of sending are: a busy server may give no more pages than a window holds.
const options = { company: /** @type {const} */ ('alone'), rateLimited: true };
const PATH = '/messages?after=9007199254740991&limit=200'; // an empty page: what counts is the call

/** So many calls side by side: the server can be asked faster than it lets a user read. */
const WIDTH = 40;
const ROUNDS = 30;

/**
 * Reads until a page is refused, and gives that answer; nothing where the server is too slow to be asked too fast.
 * @param {import('../suite/person.js').Person} person
 */
async function drain(person) {
  const start = performance.now();
  let read = 0;
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const answers = await Promise.all(Array.from({ length: WIDTH }, () => person.get(PATH)));
    const windows = 1 + Math.ceil((performance.now() - start) / 1000 / limits.pagesSeconds);
    read += answers.filter(({ status }) => status === 200).length;
    assert.ok(
      read <= windows * limits.pagesMax,
      `${read} pages were read within ${Math.round(performance.now() - start)} ms`,
    );
    const refused = answers.find(({ status }) => status !== 200);
    if (!refused) continue;
    expectError(refused, 'too_many_pages');
    return refused;
  }
  return undefined;
}

export const checks = [
  check(
    'a user may read 100 pages at once, twice what 10,000 missed messages take',
    async (t) => {
      const person = await t.person();
      const answers = await Promise.all(Array.from({ length: limits.pagesMax }, () => person.get(PATH)));
      for (const answer of answers) expectStatus(answer, 200);
    },
    options,
  ),

  check(
    'a user who reads more than 100 pages in 5 s is refused with 429 too_many_pages, and reads on after Retry-After',
    async (t) => {
      const person = await t.person();
      const refused = await drain(person);
      if (!refused) return;
      expectRetryAfter(refused);
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(seconds <= limits.pagesSeconds, `Retry-After: ${seconds}`);
      await pause(seconds * 1000);
      expectStatus(await person.get(PATH), 200);
    },
    options,
  ),

  check(
    'a user who has read too many pages can do all else, others read on, and a fault in a parameter is told first',
    async (t) => {
      const [ann, bob] = await t.people(2);
      await drain(ann);
      const [faulty, sent, read] = await Promise.all([
        ann.get('/messages?limit=0'),
        ann.say('undisturbed'),
        bob.get(PATH),
      ]);
      expectError(faulty, 'invalid_parameter', 'limit');
      expectStatus(sent, 201);
      expectStatus(read, 200);
    },
    options,
  ),
];

import assert from 'node:assert/strict';
import { limits } from '../../suite/contract.js';
import { expectError, expectRetryAfter } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { overload } from '../overloadEntry.js';

/** Words that cost the most to compare: each character is looked up, and few are what they were. */
const COSTLY = 'Ἄᾷ ﷺ ㎒é́́ '.repeat(180);

export const list = [
  overload('searches at once by the hundred, of several users, in long messages', async (h) => {
    const people = await Promise.all(Array.from({ length: h.many(10, 4) }, () => Person.enter(h.server)));
    await Promise.all(people.flatMap((person) => Array.from({ length: 20 }, () => person.say(COSTLY))));
    const word = encodeURIComponent('ά-ξ ｓ ﬁ ㎑ é 東 q z');
    const each = h.many(200, 50);
    let found = 0;
    let begun = () => {};
    const firstFound = new Promise((resolve) => (begun = () => resolve(undefined)));
    const search = async (/** @type {Person} */ person) => {
      const answer = await person.get(`/messages?text=${word}`, { from: h.from, timeoutMs: 25_000 });
      if (answer.status === 200) {
        found++;
        begun();
      }
      return answer;
    };
    const reader = await Person.enter(h.server);
    const searches = Promise.all(people.flatMap((person) => Array.from({ length: each }, () => search(person))));
    await Promise.race([firstFound, searches]);
    const foundBefore = found;
    await reader.page();
    const foundMeanwhile = found - foundBefore;
    const answers = await searches;
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectError(answer, 'too_many_searches');
      expectRetryAfter(answer);
    }
    const searched = answers.length - refused.length;
    assert.ok(searched > 0, 'nobody searched');
    assert.ok(foundMeanwhile < searched / 2, `who read a page waited for ${foundMeanwhile} of ${searched} searches`);
    const most = people.length * (limits.searchesBurst + 25 * limits.searchesPerSecond);
    if (h.server.config.rateLimits) assert.ok(searched <= most, `${searched} searches, at most ${most} are allowed`);
  }),
];

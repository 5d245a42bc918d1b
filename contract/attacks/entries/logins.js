import assert from 'node:assert/strict';
import { expectError } from '../../suite/expect.js';
import { PASSWORD, freshLogin } from '../../suite/person.js';
import { entries, entry } from '../entry.js';

/** Names that only look like the attacker's own, or like none. @type {Record<string, (name: string) => [string, string]>} */
const impostors = {
  'with a zero-width space': (name) => [`${name}\u200b`, 'login_invalid'],
  'with a word joiner in the middle': (name) => [`${name.slice(0, 3)}\u2060${name.slice(3)}`, 'login_invalid'],
  'turned round': (name) => [`\u202e${[...name].reverse().join('')}`, 'login_invalid'],
  'of tag characters': () => ['\u{e0041}\u{e0042}', 'login_invalid'],
  'of nothing but a filler': () => ['\u3164', 'login_invalid'],
  'with a Cyrillic letter': (name) => [`${name}\u0441`, 'login_invalid'],
  'with a mathematical letter': (name) => [`${name}\u{1d421}`, 'login_invalid'],
  'with another hyphen': (name) => [`${name}\u2010`, 'login_invalid'],
};

export const list = [
  ...entries('a name', impostors, async (h, change) => {
    const [login, code] = change(h.person.login);
    const answer = await h.post('/login', JSON.stringify({ login, password: PASSWORD }));
    expectError(answer, code, 'login');
  }),

  entry('one new login at once, half of the calls asking not to be registered, is one user', async (h) => {
    const login = freshLogin('n');
    const calls = Array.from({ length: 20 }, (_, i) => {
      const json = {
        login,
        password: i % 4 < 2 ? PASSWORD : `not ${PASSWORD}`,
        ...(i % 2 === 0 && { register: false }),
      };
      return h.server.call('/login', { method: 'POST', json });
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join(' '));
    const known = statuses.filter((_, i) => i % 2 === 0);
    assert.ok(
      known.every((status) => [200, 401, 404, 429].includes(status)),
      known.join(' '),
    );
  }),
];

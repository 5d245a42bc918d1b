import { expectStatus } from './expect.js';

/** @typedef {import('../suite/inbox.js').Inbox} Inbox */

/** @param {Inbox} inbox */
export const presence = (inbox) => inbox.events.filter(({ name }) => name === 'presence').map(({ payload }) => payload);

/** @param {{users: {id: string}[]}} side @param {{id: string}} user */
export const names = (side, user) => side.users.some(({ id }) => id === user.id);

/** @param {Inbox} inbox @param {{id: string}} user @param {number} [ms] */
export const joining = (inbox, user, ms = 4000) => inbox.next('presence', ({ joined }) => names(joined, user), ms);

/** @param {Inbox} inbox @param {{id: string}} user @param {number} [ms] */
export const leaving = (inbox, user, ms = 8000) => inbox.next('presence', ({ left }) => names(left, user), ms);

/** Whether the user is in GET /online. @param {import('../suite/person.js').Person} reader @param {{id: string}} user */
export async function online(reader, user) {
  const answer = await reader.get('/online');
  expectStatus(answer, 200);
  return answer.json.users.filter((/** @type {{id: string}} */ { id }) => id === user.id).length;
}

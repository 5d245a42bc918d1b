/** Artillery loads this in its main thread for the hooks before and after, and in its worker for the flows. */

export { planRun } from './planRun.js';
export { judgeRun } from './judgeRun.js';
export { targetsOf, logIn, chat, userIsGone } from './users.js';

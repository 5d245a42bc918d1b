/** Artillery loads this in its main thread for the hooks before and after, and in its worker for the flows. */

export { prepareRun, judgeRun } from './hooks.js';
export { sidesOf, takeSession, stay, userIsGone } from '../artillery/users.js';

/** Artillery loads this in its main thread for the hooks before and after, and in its worker for the flows. */

export { prepareRun, judgeRun } from './mainThread.js';
export { sidesOf, takeSession, stay, userIsGone } from './workerThread.js';

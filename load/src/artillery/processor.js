import fs from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { giveUp } from './artillery.js';

/** Artillery loads this in its main thread for the hooks before and after, and in its worker for the flows. */

export { planRun } from './planRun.js';
export { judgeRun } from './judgeRun.js';
export { targetsOf, logIn, chat, userIsGone } from './users.js';

// Artillery looks for engines from its own folder, so a globally installed one cannot find this project's.
if (isMainThread && !findsOurEngines()) {
  giveUp(
    'This artillery does not find the engines of this project: from its root folder, type npx artillery run load/chat.yml',
  );
}

function findsOurEngines() {
  try {
    createRequire(fs.realpathSync(process.argv[1])).resolve('artillery-engine-chat/package.json');
    return true;
  } catch {
    return false;
  }
}

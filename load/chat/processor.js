import fs from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { giveUp } from './artilleryMain.js';

/** Artillery loads this in its main thread for the `before` and `after` hooks, and in each worker for the scenarios. */

export { planRun, judgeRun } from './leader.js';
export { takePlace, logIn, awaitTurn, join, chat, leave } from './steps.js';

// Artillery looks for engines from its own folder, so a globally installed one cannot find this project's.
if (isMainThread && !findsOurEngine()) {
  giveUp(
    'This artillery does not find the engines of this project: from its root folder, type npx artillery run load/chat.yml',
  );
}

function findsOurEngine() {
  try {
    createRequire(fs.realpathSync(process.argv[1])).resolve('artillery-engine-pusher/package.json');
    return true;
  } catch {
    return false;
  }
}

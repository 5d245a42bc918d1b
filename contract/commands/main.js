import './unreadOutput.js';

// `main.js COMMAND WORD...` runs one of the commands: what its `main` gives is the exit code, an Error ends it with its message
// alone and code 2.
const [command, ...words] = process.argv.slice(2);

const STRAYS_TOLD = 5;
/** What nothing caught: the first few, and how many in all. @type {{told: unknown[], count: number}} */
const strays = { told: [], count: 0 };

// One misbehaving connection, or a client library that chokes on what it was sent, must not end a run of two hundred
// checks. Nor may it pass unseen: it can be an assertion in a callback, which no check waits for.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => {
    strays.count++;
    if (strays.told.length < STRAYS_TOLD) strays.told.push(error);
    if (process.env.DEBUG) console.error(`${event}:`, error);
  });
}
try {
  const { main, leavesErrors = false } = await import(`./${command}.js`);
  const status = await main(words);
  const failed = strays.count > 0 && !leavesErrors;
  if (failed) {
    console.error(`\nErrors that no check caught: ${strays.count}. The first of them:`);
    for (const error of strays.told) console.error(error);
  }
  process.exit(status || (failed ? 1 : 0));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.DEBUG) console.error(error);
  process.exit(2);
}

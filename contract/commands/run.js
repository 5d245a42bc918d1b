/**
 * Runs a command's main: its return value is the exit code, an Error ends it with its message alone and code 2.
 * @param {(args: string[]) => Promise<number>} main
 */
export async function run(main) {
  // One misbehaving connection, or a client library that chokes on what it was sent, must not end a run of two
  // hundred checks: it shows in its own check.
  for (const event of ['unhandledRejection', 'uncaughtException']) {
    process.on(event, (error) => {
      if (process.env.DEBUG) console.error(`${event}:`, error);
    });
  }
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (process.env.DEBUG) console.error(error);
    process.exit(2);
  }
}

/**
 * Runs a command's main: its return value is the exit code, an Error ends it with its message alone and code 2.
 * @param {(args: string[]) => Promise<number>} main
 */
export async function run(main) {
  // One misbehaving connection must not end a run of two hundred checks: it shows in its own check.
  process.on('unhandledRejection', (error) => {
    if (process.env.DEBUG) console.error('unhandled:', error);
  });
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (process.env.DEBUG) console.error(error);
    process.exit(2);
  }
}

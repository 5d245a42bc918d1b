// `main.js COMMAND WORD...` runs one of the seven: what its `main` gives is the exit code, an Error ends it with its message
// alone and code 2.
const [command, ...words] = process.argv.slice(2);

// One misbehaving connection, or a client library that chokes on what it was sent, must not end a run of two hundred
// checks: it shows in its own check.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => {
    if (process.env.DEBUG) console.error(`${event}:`, error);
  });
}
try {
  const { main } = await import(`./${command}.js`);
  process.exit(await main(words));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.DEBUG) console.error(error);
  process.exit(2);
}

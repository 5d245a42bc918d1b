/**
 * The reader of a command's output may leave before its end, as `| head -1` does. The command goes on and ends as
 * it would have; nobody sees the rest.
 */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

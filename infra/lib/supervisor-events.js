/**
 * Speaks the protocol of supervisor's event listeners on stdin and stdout: a header line that tells the length of what
 * follows, answered by `RESULT 2\nOK` and `READY\n`.
 * @param {(payload: string) => void} take called with each event's payload, such as
 *   `processname:node groupname:node from_state:RUNNING expected:0 pid:7`
 */
export function listenToSupervisor(take) {
  let buffer = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    buffer += chunk;
    for (;;) {
      const line = buffer.indexOf('\n');
      if (line < 0) return;
      const length = Number(/\blen:(\d+)/.exec(buffer.slice(0, line))?.[1] ?? 0);
      if (buffer.length < line + 1 + length) return;
      take(buffer.slice(line + 1, line + 1 + length));
      buffer = buffer.slice(line + 1 + length);
      process.stdout.write('RESULT 2\nOKREADY\n');
    }
  });
  process.stdout.write('READY\n');
}

// Puts the questions behind the README's table to a server of the Pusher protocol on this machine:
//   node compare/compare.mjs PORT APP_ID KEY SECRET PID [QUESTION]
// PID is the server's, for what it costs. The app must have client events enabled. A server that ends at a question answers none after it: start it again.
import { setTimeout as wait } from 'node:timers/promises';
import Pusher from 'pusher';
import { clientsOf } from './client.mjs';
import { questions } from './questions.mjs';

const [port, id, key, secret, pid, only] = process.argv.slice(2);
if (pid === undefined) {
  console.error('node compare/compare.mjs PORT APP_ID KEY SECRET PID [QUESTION]');
  process.exit(2);
}
const connect = clientsOf({ port, key, secret });
const connected = [];
const server = {
  port,
  id,
  key,
  secret,
  pid: Number(pid),
  async connect() {
    connected.push(await connect());
    return connected.at(-1);
  },
  api: new Pusher({ appId: id, key, secret, host: '127.0.0.1', port, useTLS: false }),
};
for (const [question, ask] of Object.entries(questions)) {
  if (only === undefined || question === only) {
    console.log(`${question}: ${await ask(server).catch((error) => error.message)}`);
    for (const client of connected.splice(0)) client.close();
    await wait(500);
  }
}
process.exit(0);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atExit } from '../atExit.js';
import { VirtualUsers } from './virtualUsers.js';
import { ROOT } from '../paths.js';

/** @import { ChildProcess } from 'node:child_process' */

/** The environment variable that tells the hooks of chat.yml (mainThread.js) that their parent leads the users. */
export const LED_BY_PARENT = 'CHAT_LOAD_LED';
// An error shows this many of the last characters that Artillery printed.
const TAIL = 2000;

/** The virtual users of an Artillery process that this process starts and leads. */
export class ArtilleryClient extends VirtualUsers {
  /** @type {ChildProcess | undefined} */
  #child;
  #said = '';
  /** @type {Promise<unknown> | undefined} */
  #ended;

  constructor() {
    super((order) => this.#ask(order));
  }

  /** @param {object} order @returns {Promise<any>} @throws {Error} with Artillery's last lines, if it ends */
  async #ask(order) {
    const child = (this.#child ??= this.#start());
    // A send to an ended child fails: #ended reports that.
    child.send(order, () => {});
    const answer = await Promise.race([once(child, 'message'), this.#ended]);
    if (!Array.isArray(answer)) throw new Error(`Artillery ended:\n${this.#said.trim()}`);
    return answer[0];
  }

  close() {
    this.#child?.kill('SIGKILL');
  }

  /** Starts `artillery run load/chat.yml`. */
  #start() {
    // Artillery runs on this process's Node.js: the one on PATH may be older.
    const child = spawn(process.execPath, ['node_modules/.bin/artillery', 'run', 'load/chat.yml'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, [LED_BY_PARENT]: '1', ARTILLERY_DISABLE_TELEMETRY: '1' },
    });
    const cancelExit = atExit(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => (this.#said = (this.#said + text).slice(-TAIL)));
    this.#ended = new Promise((resolve) => child.once('close', resolve)).then(cancelExit);
    return child;
  }
}

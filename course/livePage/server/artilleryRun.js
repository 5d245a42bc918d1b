import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LINES = 60;

/** `npx artillery run load/chat.yml`, one at a time. Emits `change` with what it is now. */
export class ArtilleryRun extends EventEmitter {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** @type {string[]} the last that it has printed */
  #lines = [];

  /** @returns {{isRunning: boolean, lines: string[]}} */
  get now() {
    return { isRunning: this.#child !== null, lines: this.#lines };
  }

  /** @param {Record<string, string>} urls of the chats that run, by name: node, laravel */
  start({ node, laravel }) {
    const targets = [node && 'node', laravel && 'laravel'].filter(Boolean).join(',');
    const child = spawn('artillery', ['run', 'load/chat.yml'], {
      cwd: ROOT,
      env: {
        ...{ ...process.env, CHAT_LOAD_TARGETS: targets, CHAT_LOAD_NODE: node, CHAT_LOAD_LARAVEL: laravel },
        ARTILLERY_DISABLE_TELEMETRY: '1',
      },
    });
    this.#child = child;
    this.#lines = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => this.#print(text));
    }
    child.once('error', (error) => this.#print(error.message));
    child.once('close', () => {
      this.#child = null;
      this.emit('change', this.now);
    });
    this.emit('change', this.now);
  }

  stop() {
    this.#child?.kill('SIGINT');
  }

  /** @param {string} text */
  #print(text) {
    this.#lines = [...this.#lines, ...text.split('\n').filter((line) => line.trim() !== '')].slice(-LINES);
    this.emit('change', this.now);
  }
}

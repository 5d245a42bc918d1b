import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';

/** Counts what the event loop, or the threads together, keep for lab calls. */
export class Leaks {
  #bytes = 0;
  /** Rises with each release. */
  #generation = 0;

  /**
   * Counts one more leak before it is made.
   * @param {import('./call.js').Task} task
   * @returns {import('./call.js').Task}
   * @throws {ChatError} lab_memory_full
   */
  counted(task) {
    if (this.#bytes + task.bytes > contract.lab.keptMaxBytes) throw new ChatError('lab_memory_full');
    this.#bytes += task.bytes;
    return { ...task, generation: this.#generation, kept: this.#bytes };
  }

  /**
   * @param {(generation: number) => void} release of what was leaked before a generation
   * @returns {{ ms: number, pid: number, bytes: number, kept: number }} bytes: that were kept
   */
  end(release) {
    const start = performance.now();
    const bytes = this.#bytes;
    this.#bytes = 0;
    release(++this.#generation);
    return { ms: Math.round(performance.now() - start), pid: process.pid, bytes, kept: 0 };
  }
}

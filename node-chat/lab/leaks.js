import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { wholeNumber } from './calls.js';

/** @import { Fields } from './calls.js' */

const { keptMaxBytes, leakMaxBytes } = contract.lab;

/** Memory that lab calls leak. All threads share the process's memory, so both places share one list. */
export function createLeaks() {
  /** @type {Buffer[]} */
  let kept = [];
  const bytesKept = () => kept.reduce((sum, { length }) => sum + length, 0);
  const by = { ms: 0, pid: process.pid, thread: threadId };
  return {
    /** @param {Fields} fields @throws {ChatError} lab_invalid, lab_memory_full */
    leak(fields) {
      const bytes = wholeNumber(fields, 'bytes', 1, leakMaxBytes);
      if (bytesKept() + bytes > keptMaxBytes) throw new ChatError('lab_memory_full');
      // Filled, because the system provides memory only when it is touched.
      kept.push(Buffer.alloc(bytes, 1));
      return { ...by, bytes, kept: bytesKept() };
    },
    release() {
      const bytes = bytesKept();
      kept = [];
      // An idle process would collect the memory late.
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      return { ...by, bytes, kept: 0 };
    },
  };
}

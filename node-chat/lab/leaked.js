import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Leaks of this thread. @type {{ generation: number, bytes: Buffer }[]} */
let leaked = [];

/** @param {number} bytes @param {number} generation */
export function keep(bytes, generation) {
  // Filled: the system gives no memory that nobody has touched.
  leaked.push({ generation, bytes: Buffer.alloc(bytes, 1) });
}

/** Releases what was leaked before that generation. @param {number} generation */
export function release(generation) {
  leaked = leaked.filter((each) => each.generation >= generation);
  // A thread without work would not collect it soon.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

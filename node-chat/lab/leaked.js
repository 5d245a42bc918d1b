import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this thread leaked. @type {{ generation: number, bytes: Buffer }[]} */
let kept = [];

/** @param {number} bytes @param {number} generation */
export function keep(bytes, generation) {
  // Written to, since memory that nobody touches is none.
  kept.push({ generation, bytes: Buffer.alloc(bytes, 1) });
}

/** What was leaked before that generation; a later one may be on its way already. @param {number} generation */
export function release(generation) {
  kept = kept.filter((each) => each.generation >= generation);
  // A thread without work would collect it who knows when.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

import { setTimeout } from 'node:timers/promises';
import { contract } from '../../src/contract.js';
import { flag, wholeNumber } from '../fields.js';

/** Waits without a processor. @type {import('../call.js').Call} */
export const wait = {
  read: (fields) => ({ ms: wholeNumber(fields, 'ms', 1, contract.lab.msMax), blocking: flag(fields, 'blocking') }),
  occupy({ ms }) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return {};
  },
  async runAsync({ ms }) {
    await setTimeout(ms);
    return {};
  },
};

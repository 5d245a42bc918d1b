import { contract } from '../../src/contract.js';
import { wholeNumber } from '../fields.js';

const { msMax, fibonacciMax } = contract.lab;

/**
 * Occupies a processor: for a time, or until a number of Fibonacci is found the slow way.
 * @type {import('../call.js').Call}
 */
export const cpu = {
  read: (fields) =>
    fields.fibonacci === undefined
      ? { ms: wholeNumber(fields, 'ms', 1, msMax) }
      : { fibonacci: wholeNumber(fields, 'fibonacci', 1, fibonacciMax) },
  occupy({ ms, fibonacci }) {
    if (fibonacci !== undefined) return { value: nthFibonacci(fibonacci) };
    const end = performance.now() + ms;
    while (performance.now() < end);
    return {};
  },
};

/** @param {number} n @returns {number} */
function nthFibonacci(n) {
  return n < 2 ? n : nthFibonacci(n - 1) + nthFibonacci(n - 2);
}

import { contract } from '../../src/contract.js';
import { wholeNumber } from '../fields.js';
import { keep } from '../leaked.js';

/** Keeps memory until release() in leaked.js. @type {import('../call.js').Call} */
export const leak = {
  read: (fields) => ({ bytes: wholeNumber(fields, 'bytes', 1, contract.lab.leakMaxBytes) }),
  occupy({ bytes, generation, kept }) {
    keep(bytes, generation);
    return { bytes, kept };
  },
};

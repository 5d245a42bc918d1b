import { hashSync } from '@node-rs/bcrypt';
import { contract } from '../../src/contract.js';
import { wholeNumber } from '../fields.js';

const { hashCostMin, hashCostMax } = contract.lab;

/** Hashes one password, as a login does. @type {import('../call.js').Call} */
export const hash = {
  read: (fields) => ({ cost: wholeNumber(fields, 'cost', hashCostMin, hashCostMax) }),
  occupy({ cost }) {
    hashSync('a password', { cost });
    return { cost };
  },
};

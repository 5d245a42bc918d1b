import { cpu } from './calls/cpu.js';
import { wait } from './calls/wait.js';

/** Each kind of trouble by the name it has in an address. @type {Record<string, import('./call.js').Call>} */
export const calls = { cpu, wait };

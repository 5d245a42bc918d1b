import { call } from './calls/call.js';
import { cpu } from './calls/cpu.js';
import { hash } from './calls/hash.js';
import { leak } from './calls/leak.js';
import { query } from './calls/query.js';
import { upload } from './calls/upload.js';
import { wait } from './calls/wait.js';

/** Each kind of trouble by the name it has in an address. @type {Record<string, import('./call.js').Call>} */
export const calls = { cpu, wait, query, call, leak, upload, hash };

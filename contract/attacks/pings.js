import { frame } from './rawSocket.js';

const ping = frame({ opcode: 9, payload: Buffer.from('hi') });

/** As many small pings as fit into a megabyte. */
export const pingsOfAMegabyte = Buffer.concat(Array.from({ length: Math.floor(2 ** 20 / ping.length) }, () => ping));

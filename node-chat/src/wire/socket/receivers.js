import { contract } from '../../contract.js';

const { receiverBufferMaxBytes } = contract.limits;

/**
 * @typedef {any} Connection of Engine.IO
 * @typedef {import('socket.io').Socket} Socket
 *
 * @typedef {object} Receivers how connections are written to, measured, bounded and dropped: in two ways, directReceivers.js and
 *   publicReceivers.js
 * @property {(connection: Connection) => void} add one that has just shaken hands
 * @property {(connection: Connection) => import('./byteAllowance.js').ByteAllowance | undefined} allowanceOf its WebSocket, where it began with one
 * @property {(socket: Socket) => void} joined
 * @property {(io: import('socket.io').Server, event: string, payload: unknown, refuse: (connection: Connection) => void) => number} tell all
 *   that joined, but those who have more waiting than they may; returns their number
 * @property {(connection: Connection) => number} bufferedBytes that the kernel has not taken
 * @property {(connection: Connection) => number} queuedEntries writes that the kernel has not taken, however small
 * @property {(connection: Connection) => void} drop ends it now, with whatever is queued for it, and hears nothing of it any more
 * @property {() => void} close
 */

/** @param {number} bytes that wait for a receiver */
export const isFull = (bytes) => bytes > receiverBufferMaxBytes;

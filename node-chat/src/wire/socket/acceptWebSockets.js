import { ByteAllowance } from './byteAllowance.js';
import { parameterOf } from './query.js';
import { WEBSOCKET_OPTIONS } from './webSocketLimits.js';

/**
 * @typedef {object} Handshake of a WebSocket
 * @property {import('node:http').IncomingMessage} request that asked for it
 * @property {import('node:net').Socket} socket
 * @property {ByteAllowance | null} allowance
 * @property {any} known the connection of Engine.IO that wants to go on by it, if any
 */

/**
 * Has each WebSocket of Engine.IO bounded before it says anything.
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean, connections: Map<string, any> }} options connections: those that are open, by their ids
 * @param {(webSocket: any, handshake: Handshake) => any} bound gives what Engine.IO is to use as that WebSocket
 */
export function acceptWebSockets(engine, { rateLimits, connections }, bound) {
  engine.opts.wsEngine = class extends engine.opts.wsEngine {
    /** @param {object} options */
    constructor(options) {
      super({ ...options, ...WEBSOCKET_OPTIONS });
    }

    /** @param {any} request @param {any} socket @param {Buffer} head @param {(webSocket: any) => void} done */
    handleUpgrade(request, socket, head, done) {
      super.handleUpgrade(request, socket, head, (/** @type {any} */ webSocket) => {
        const known = connections.get(parameterOf(request, 'sid') ?? '');
        // A client that goes on by WebSocket has the allowance that it began with.
        const allowance = rateLimits ? (known?.allowance ?? new ByteAllowance()) : null;
        done(bound(webSocket, { request, socket, allowance, known }));
      });
    }
  };
}

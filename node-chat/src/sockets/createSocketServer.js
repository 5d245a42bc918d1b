import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { contract } from '../contract.js';

/** @import { ServerOptions } from 'ws' */
/** @import { Config } from '../config.js' */

const { frameMaxBytes, joinSeconds } = contract.limits;

const FRAME_OPTIONS = {
  allowSynchronousEvents: false,
  maxFragments: 1024, // each fragment needs a buffer, even one of a byte
  closeTimeout: 2000,
};

/** Reads one frame of a socket in each turn of the event loop, so that a client's flood does not delay others. */
class PatientServer extends WebSocketServer {
  /** @param {ServerOptions} options */
  constructor(options) {
    super({ ...options, ...FRAME_OPTIONS });
  }
}

/** Socket.IO, not attached to an HTTP server yet. @param {Pick<Config, 'transports'>} config */
export const createSocketServer = ({ transports }) =>
  new Server({
    transports: /** @type {any} */ (transports),
    wsEngine: PatientServer,
    maxHttpBufferSize: frameMaxBytes,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    connectTimeout: joinSeconds * 1000,
  });

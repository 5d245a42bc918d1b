import { Server } from 'socket.io';
import { contract } from '../../contract.js';
import { SOCKET_PATH } from './socketPath.js';

const { frameMaxBytes, joinSeconds } = contract.limits;

/** Socket.IO, not attached to an HTTP server yet. */
export const createSocketServer = () =>
  new Server({
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: frameMaxBytes,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    connectTimeout: joinSeconds * 2000, // after the deadline in protection/handshakes.js
  });

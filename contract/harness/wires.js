import * as pusher from './wires/pusher.js';
import * as socketIo from './wires/socketIo.js';

/** @import { Answer, CallOptions } from './client.js' */
/** @import { WebSocket } from 'ws' */
/** @import { Received } from './received.js' */

/**
 * Each wire has a file. A third wire needs a third file.
 *
 * @typedef {(method: string, path: string, options?: CallOptions) => Promise<Answer>} Call
 * @typedef {{call: Call, config: any}} Server
 * @typedef {{transport?: 'websocket' | 'polling', token?: string}} JoinOptions token: replaces the cookie
 * @typedef {object} Opened a WebSocket without a client library
 * @property {number} status the handshake's: 101 if accepted
 * @property {WebSocket} socket
 * @property {Received} received
 * @property {Promise<number>} closed settles with the close code
 * @property {(frame: string) => void} send
 *
 * @typedef {Opened & {frame: (message: unknown) => string}} RawSocket frame: encodes a message
 *
 * @typedef {object} Connection a joined socket
 * @property {Received} received
 * @property {any} welcome undefined if the server does not claim `welcome`
 * @property {Promise<'session' | 'other'>} ended why the server closed it: the session ended, or something else
 * @property {(message: any) => Promise<any>} send sends a message on the socket, and waits for its acknowledgement
 * @property {(name: string, payload?: unknown) => void} emit sends any other event
 * @property {() => void} close
 *
 * @typedef {{name: string, payload: any, rest: any}} ChatEvent an event of the chat inside a frame of the wire; rest:
 *   the frame's other parts
 *
 * @typedef {object} Wire
 * @property {(server: Server, cookie: string, options?: JoinOptions) => Promise<Connection>} join rejects with {code}
 *   if the server refuses
 * @property {(server: Server, headers?: Record<string, string>) => Promise<RawSocket>} openRaw opens a socket without a
 *   client library, and without joining
 * @property {(server: Server, cookie: string) => Promise<RawSocket>} joinRaw opens such a socket and joins
 * @property {(text: string) => ChatEvent} decode reads a frame; the name is `packet` if the frame holds no event
 * @property {(event: ChatEvent) => string} encode
 */

/** @type {Record<string, Wire>} */
export const wires = { 'socket.io': socketIo, pusher };

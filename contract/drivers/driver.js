/**
 * What the suite asks of a wire. One set of checks runs on every wire through this interface alone.
 *
 * @typedef {object} Ack
 * @property {boolean} ok
 * @property {any} [message]
 * @property {any} [error]
 *
 * @typedef {object} Connection a joined client
 * @property {import('../suite/inbox.js').Inbox} inbox what it has received
 * @property {any} welcome the payload of its welcome
 * @property {(payload: any, timeoutMs?: number) => Promise<Ack>} send the event `message` and its acknowledgement
 * @property {(name: string, payload: any) => void} emit any event, without waiting for an answer
 * @property {Promise<'session' | 'shutdown' | 'other'>} ended why the server closed it
 * @property {() => void} close
 *
 * @typedef {object} RawConnection a joined client on a bare WebSocket
 * @property {import('ws').WebSocket} socket
 * @property {import('../suite/inbox.js').Inbox} inbox its frames as events
 * @property {(payload: any, size?: number) => string} packet the frame that sends `message`, padded to `size` bytes
 * @property {(text: string) => void} send
 * @property {(clientId: string, ms?: number) => Promise<Ack>} ack
 * @property {(payload: any) => {clientId: string | undefined, ack: Ack}} answered what an event `ack` of the inbox answers
 * @property {Promise<number>} closed the close code
 *
 * @typedef {object} JoinOptions
 * @property {string} [origin]
 * @property {string} [transport] one of the driver's
 *
 * @typedef {object} Driver
 * @property {string} wire
 * @property {string[]} transports
 * @property {(config: any) => string | undefined} configFault what is wrong with the wire's own part of /config
 * @property {(server: import('../suite/server.js').Server, cookie: string | undefined, options?: JoinOptions) => Promise<Connection>} join
 * @property {(server: import('../suite/server.js').Server, cookie?: string) => Promise<any>} refusal the error that a client is told who may not join, as without a session
 * @property {(server: import('../suite/server.js').Server, options: {cookie?: string, origin?: string}) => Promise<number>} handshake the HTTP status a socket's handshake gets; 101 is a success
 * @property {(server: import('../suite/server.js').Server, cookie: string, options?: {join?: boolean}) => Promise<RawConnection>} raw
 * @property {Idioms} idioms what the protocol of the wire asks, each rejecting where the server fails it
 * @property {string[]} unknownFrames well-formed frames that mean nothing here
 * @property {string[]} malformedFrames frames that are no packet of the wire
 *
 * @typedef {(server: import('../suite/server.js').Server, cookie: string) => Promise<any>} Idiom
 * @typedef {object} Idioms
 * @property {Idiom} handshake the first packet holds what the protocol names
 * @property {(server: import('../suite/server.js').Server, cookie: string) => Promise<string>} early sends a message before joining; resolves to its clientId
 * @property {Idiom} forged a forged proof of a session joins nothing
 * @property {Idiom} liveness the wire's own "are you there" is answered
 * @property {Idiom} elsewhere another room than the chat's takes no part in it
 * @property {(server: import('../suite/server.js').Server, cookie: string, headers: Record<string, string>) => Promise<Record<string, number>>} requests
 *   the HTTP status of each kind of request that a socket of this wire is made of and a cookie authenticates, sent with those headers
 */
export {};

/** @typedef {import('../ledger/ledger.js').Ack} Ack */

/**
 * The meaning of a payload, in terms that all wires share.
 * @typedef {object} Meaning
 * @property {'open' | 'joined' | 'refused' | 'ping' | 'messages' | 'ack' | 'closing' | 'other'} kind
 * @property {import('../ledger/ledger.js').ReceivedMessage[]} [messages]
 * @property {string} [socketId] of `open`, on Pusher
 * @property {string} [reason] of `refused` and `closing`
 * @property {Buffer} [pong] of `ping`: the frame that answers a ping of the WebSocket
 * @property {string | number} [key] of `ack`: tells which message it answers
 * @property {Ack} [ack]
 */

/**
 * The protocol of a server and its clients.
 * @typedef {object} Wire
 * @property {string} path of the handshake
 * @property {(payload: Buffer) => Meaning} read
 * @property {(opened: {socketId?: string, session: Session}) => Promise<string>} [join] makes the payload that joins
 *   the chat, unless the handshake joins it
 * @property {boolean} [joinsByHandshake] whether a connected user has joined
 * @property {string} [pong] the payload that answers the wire's own ping
 * @property {(text: string, clientId: string, number: number) => string} [message] makes the payload that sends a
 *   message; number: of the message on its connection
 * @property {(number: number) => string | number} [ackKey] the key of the message's ack; its clientId unless given
 * @property {(text: string, clientId: string, session: Session) => Promise<Ack>} [post] sends a message by HTTP, if the
 *   server takes none on its sockets. If no answer comes, the ack has the code of the error.
 *
 * @typedef {{name: string, cookie: string}} Session
 *
 * @typedef {object} Endpoint a server as its /config describes it
 * @property {string} name
 * @property {string} url
 * @property {keyof typeof import('./wires.js').WIRES} wire
 * @property {string} socketUrl
 * @property {string} [key] of Pusher
 * @property {string} [channel] of Pusher
 * @property {string} [app] of Pusher
 * @property {string} [secret] of Pusher
 * @property {string} [authUrl] of Pusher
 * @property {string[]} [features] of its /config; all of them unless given
 * @property {boolean} [byPost] whether messages go by POST even if the sockets take them
 */

export {};

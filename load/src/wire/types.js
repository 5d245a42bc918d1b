/** @typedef {import('../ledger/ledger.js').Ack} Ack */

/**
 * The meaning of a payload, the same for every wire.
 * @typedef {object} Meaning
 * @property {'open' | 'joined' | 'refused' | 'ping' | 'messages' | 'ack' | 'closing' | 'other'} kind
 * @property {import('../ledger/ledger.js').ReceivedMessage[]} [messages]
 * @property {string} [socketId] open (Pusher)
 * @property {string} [reason] refused, closing
 * @property {Buffer} [pong] ping of the WebSocket: the frame that answers it
 * @property {string | number} [key] ack: what was given with the message to know its ack by
 * @property {Ack} [ack]
 */

/**
 * How a server and its clients speak, as bytes.
 * @typedef {object} Wire
 * @property {string} path of the handshake
 * @property {(payload: Buffer) => Meaning} read
 * @property {(opened: {socketId?: string, session: Session}) => Promise<string>} [join] the payload that joins the
 *   chat, unless the handshake does
 * @property {boolean} [joinsByHandshake] whether who is connected has joined
 * @property {string} [pong] the payload that answers a ping of the wire's own
 * @property {(text: string, clientId: string, number: number) => string} [message] the payload that sends a message,
 *   unless it goes by `post`; number: of this connection's messages
 * @property {(number: number) => string | number} [ackKey] the key in the ack that answers it; the clientId unless
 *   given
 * @property {(text: string, clientId: string, session: Session) => Promise<Ack>} [post] sends a message by HTTP, if the
 *   sockets take none; no answer is an ack too, with the code of the error
 *
 * @typedef {{name: string, cookie: string}} Session
 *
 * @typedef {object} Endpoint a server as its /config describes it
 * @property {string} name @property {string} url
 * @property {keyof typeof import('./wires.js').WIRES} wire
 * @property {string} socketUrl
 * @property {string} [key] @property {string} [channel] @property {string} [app] @property {string} [secret] of Pusher
 * @property {string} [authUrl]
 * @property {string[]} [features] those of /config; all of them unless given
 * @property {boolean} [byPost] messages go by POST, though its sockets may take them
 */

export {};

/**
 * The types of contract/README.md, for the type checker.
 *
 * @typedef {{ id: string, name: string }} User
 * @typedef {object} Message
 * @property {number} id
 * @property {User} user
 * @property {string} [text] missing if the message was deleted
 * @property {string} at ISO 8601
 * @property {string} clientId
 * @property {number} [replyTo] the id of an earlier message
 * @property {number} [rev] of its newest change
 * @property {boolean} [deleted]
 *
 * @typedef {{ text: string, clientId: string, replyTo?: number }} NewMessage
 * @typedef {{ after: number, messages: Message[] }} Changes  all changes above the revision `after`
 * @typedef {{ me: User, online: { count: number }, lastId: number | null, rev: number | null }} Welcome  lastId and
 *   rev are null if the socket server does not know them
 * @typedef {{ count: number, users: User[] }} Crowd
 * @typedef {{ count: number, joined: Crowd, left: Crowd }} Presence
 * @typedef {Record<'loginMax' | 'textMax' | 'searchMax' | string, number>} Limits
 *
 * @typedef {object} Config
 * @property {string} name of the server
 * @property {string} title of its page
 * @property {{ light: string, dark: string }} accent
 * @property {'socket.io' | 'pusher'} wire
 * @property {string} socketUrl
 * @property {('websocket' | 'polling')[]} [transports] of Socket.IO
 * @property {string} [key]
 * @property {string} [channel]
 * @property {string} [authEndpoint]
 * @property {string[]} features claimed by this server, from `features` of contract.json
 * @property {Limits} limits
 *
 * The callbacks of a transport. A transport reconnects by itself until it is closed.
 * @typedef {object} TransportEvents
 * @property {() => void} lost  the connection is lost, and the transport tries again
 * @property {(welcome: Welcome) => void} welcome   joined, for the first time or again
 * @property {(messages: Message[]) => void} messages
 * @property {(changes: Changes) => void} changed
 * @property {(presence: Presence) => void} presence
 * @property {(event: Crowd) => void} typing  the users who type now, including this one
 * @property {() => void} sessionEnded  the session has ended
 *
 * @typedef {object} Transport
 * @property {() => void} connect   opens the socket; during a pause between attempts it tries at once
 * @property {() => void} close
 * @property {(message: NewMessage) => Promise<Message>} send  rejects with a ChatError
 * @property {() => void} [typing]  tells the server that the user types
 *
 * The createTransport that each module of transport/ exports.
 * @typedef {(parts: { config: Config, api: import('./api.js').Api, events: TransportEvents }) => Transport}
 *   CreateTransport
 */
export {};

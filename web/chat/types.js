/**
 * The shapes of contract/README.md, named once for the type checker.
 *
 * @typedef {{ id: string, name: string }} User
 * @typedef {object} Message
 * @property {number} id
 * @property {User} user
 * @property {string} [text] none where it was deleted
 * @property {string} at ISO 8601
 * @property {string} clientId
 * @property {number} [replyTo] the id of an earlier message
 * @property {number} [rev] of its newest change
 * @property {boolean} [deleted]
 *
 * @typedef {{ text: string, clientId: string, replyTo?: number }} NewMessage
 * @typedef {{ after: number, messages: Message[] }} Changes  all that was changed above the revision `after`
 * @typedef {{ me: User, online: { count: number }, lastId: number | null, rev: number | null }} Welcome  lastId and
 *   rev are null where the socket server does not know them
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
 * @property {string[]} features of `features` in contract.json: what this server claims
 * @property {Limits} limits
 * @property {boolean} rateLimits
 *
 * What a transport tells the page. A transport reconnects by itself until it is closed.
 * @typedef {object} TransportEvents
 * @property {(refusal?: import('./chatError.js').ChatError) => void} lost  there is no connection; it is being tried
 *   again. refusal: why the server lets nobody in, where it says so
 * @property {(welcome: Welcome) => void} welcome   joined: first time or again
 * @property {(messages: Message[]) => void} messages
 * @property {(changes: Changes) => void} changed
 * @property {(presence: Presence) => void} presence
 * @property {(event: Crowd) => void} typing  who writes now, oneself among them
 * @property {() => void} sessionEnded  the server wants a login
 *
 * @typedef {object} Transport
 * @property {() => void} connect   opens the socket, or tries at once where it waits to try again
 * @property {() => void} close
 * @property {(message: NewMessage) => Promise<Message>} send  rejects with a ChatError
 * @property {() => void} [typing]  tells the server that its user writes
 *
 * What each module of transport/ exports as createTransport.
 * @typedef {(parts: { config: Config, api: import('./api.js').Api, events: TransportEvents }) => Transport}
 *   CreateTransport
 */
export {};

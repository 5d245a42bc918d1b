/** @typedef {'welcome' | 'socketSend' | 'presence' | 'typing'} Capability an event of the chat's that the server of the sockets may not know */

/**
 * Whether the server of the sockets knows that event; where it does not, clients do without.
 * @param {import('./server.js').Server} server @param {Capability} event
 */
export const knows = ({ config }, event) => config.features?.includes(event) ?? true;

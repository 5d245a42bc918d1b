/**
 * @typedef {Record<string, any>} Task a checked call; a thread gets a copy. With `blocking` an event loop stands still
 * @typedef {Record<string, unknown>} Told members of the answer beside where, what, ms and pid
 *
 * @typedef {object} Call
 * @property {(fields: import('./fields.js').Fields, settings: import('../src/config.js').LabSettings) => Task} read
 *   throws ChatError where a field is out of bounds
 * @property {(task: Task) => Told | Promise<Told>} occupy does it. The thread that runs it takes no other call
 *   meanwhile; on the event loop it gives no promise, and nothing else happens
 * @property {(task: Task) => Promise<Told>} [runAsync] on the event loop, without keeping others from it, unless the
 *   task says `blocking`
 */

export {};

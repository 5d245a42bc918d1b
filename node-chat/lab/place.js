/**
 * Where lab calls are done: the event loop, or its workers.
 *
 * @typedef {object} Place
 * @property {(what: string, task: import('./call.js').Task, signal?: AbortSignal) => Promise<object>} run signal: the
 *   client hung up; resolves to the answer without where and what; throws ChatError too_many_lab_calls,
 *   lab_memory_full
 * @property {() => object} release of all that leaks keep here
 * @property {() => Promise<void>} close
 */

export {};

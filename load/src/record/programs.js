/**
 * Load programs of others, by the client's name in records. Their users ask again as soon as they are answered (a closed
 * loop).
 * @type {Record<string, string>}
 */
export const PROGRAMS = { ab: 'ApacheBench', wrk: 'wrk' };

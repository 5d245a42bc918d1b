import { pino } from 'pino';

/** @param {string} level of pino; `silent` for tests */
export const createLog = (level) => pino({ name: 'node-chat', level });

/** @typedef {ReturnType<typeof createLog>} Log */

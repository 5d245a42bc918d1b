import { readFileSync } from 'node:fs';

/**
 * The contract as data: limits, error codes with status and message, event names. The other chat, the page and the load
 * lab read the same file, so that each number is written once.
 * @type {typeof import('../../contract/contract.json')}
 */
export const contract = JSON.parse(readFileSync(new URL('../../contract/contract.json', import.meta.url), 'utf8'));

/** @typedef {keyof typeof contract.errors} ErrorCode */

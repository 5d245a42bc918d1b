import { readFileSync } from 'node:fs';

/** contract.json: limits, error codes, event names. */
export const contract = JSON.parse(readFileSync(new URL('../contract.json', import.meta.url), 'utf8'));
export const { limits, errors, events, metrics } = contract;

/** From and to of each range of code points that no new login may have. @type {[number, number][]} */
export const unseenRanges = JSON.parse(readFileSync(new URL('../unicode/names.json', import.meta.url), 'utf8')).refused;

import { readFileSync } from 'node:fs';

/** contract.json: limits, error codes, event names. */
export const contract = JSON.parse(readFileSync(new URL('../contract.json', import.meta.url), 'utf8'));
export const { limits, errors, events, metrics } = contract;

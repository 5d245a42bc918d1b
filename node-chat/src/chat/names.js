import { contract } from '../contract.js';

const { characters, inEveryScript, scripts, scriptsTogether } = contract.names;

const sets = [...scripts.join(' ').split(' '), ...scriptsTogether];
const inOneScript = sets.map((set) => {
  const ofScripts = set.split(' ').map((script) => `\\p{scx=${script}}`);
  return `[${ofScripts.join('')}${inEveryScript}]+`;
});
const allowedName = new RegExp(`^(?=(?:${characters})+$)(?:${inOneScript.join('|')})$`, 'u');

/**
 * Whether a new user may have this name: letters and marks of one script, digits and a few signs.
 * @param {string} name in NFC
 */
export const mayBeNew = (name) => allowedName.test(name);

/** Names with the same key belong to one user. @param {string} name */
export const nameKey = (name) => name.normalize('NFKC').toUpperCase().toLowerCase();

import { chatOf } from './parts/index.js';

/**
 * Which parts to stop when a part dies again and again: those of its chat, so that the other chat goes on; all, if no
 * other chat runs.
 * @param {string} part
 * @param {Record<string, {state: string}>} states by part, as the supervisor tells them
 * @returns {string[] | 'all'} in the order of their end; databases of a chat go on, unless it is theirs
 */
export function whoEnds(part, states) {
  const chat = chatOf(part);
  const others = Object.keys(states).filter((name) => chatOf(name) !== chat && chatOf(name) !== null);
  if (!others.some((name) => states[name].state === 'RUNNING')) return 'all';
  const own = Object.keys(states).filter((name) => chatOf(name) === chat);
  return own.filter((name) => name === part || !['mongo', 'mariadb'].includes(name)).reverse();
}

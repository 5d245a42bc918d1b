// Soft and hard at once: Node.js and the Laravel chat's loop raise the soft limit to the hard one.
const SHELL = 'ulimit -n "$1" && shift && exec "$@"';

/**
 * @param {string[]} command with its arguments @param {number} [descriptors] as many as this process may have unless given
 * @returns {string[]} the same command, which may have so many descriptors open at most
 */
export const withDescriptors = (command, descriptors) =>
  descriptors === undefined ? command : ['/bin/sh', '-c', SHELL, 'sh', String(descriptors), ...command];

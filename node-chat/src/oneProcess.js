/** @import { Cluster } from './cluster/cluster.js' */

/** The chat is this process alone. @type {Cluster} */
export const oneProcess = {
  publish() {},
  health: () => ({}),
  start() {},
  async close() {},
};

/** @import { Cluster } from './cluster/cluster.js' */

/** The cluster of a chat with one process: there is nobody to publish to. @type {Cluster} */
export const oneProcess = {
  publish() {},
  health: () => ({}),
  start() {},
  async close() {},
};

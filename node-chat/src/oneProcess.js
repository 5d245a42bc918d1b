/** @import { Cluster } from './cluster/cluster.js' */
/** @import { Peers } from './store/database.js' */

/** @type {Peers} */
const noPeers = { isAlone: true, turn: (task) => task({ end: 0, isOvertaken: false }), publish() {} };

/** The cluster of a chat with one process, which has nobody to publish to, and waits for no turn. @type {Cluster} */
export const oneProcess = {
  peers: { messages: noPeers, changes: noPeers },
  publish() {},
  health: () => ({}),
  start() {},
  async close() {},
};

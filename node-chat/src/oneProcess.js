import { Presence } from './chat/presence.js';
import { Typing } from './chat/typing.js';

/** @import { Cluster } from './cluster/cluster.js' */

/** The chat is this process alone. @type {Cluster} */
export const oneProcess = {
  createPresence: (...own) => new Presence(...own),
  createTyping: (...own) => new Typing(...own),
  health: () => ({}),
  endSession() {},
  start() {},
  async close() {},
};

import { Presence } from './chat/presence.js';
import { Typing } from './chat/typing.js';

/** The chat is this process alone: cluster/openCluster.js has the same parts for several. */
export const oneProcess = {
  peers: undefined,
  /** @param {ConstructorParameters<typeof Presence>} own */
  createPresence: (...own) => new Presence(...own),
  /** @param {ConstructorParameters<typeof Typing>} own */
  createTyping: (...own) => new Typing(...own),
  createLimiter: undefined,
  metricsOfHost: undefined,
  health: () => ({}),
  /** @param {string} _handle */
  endSession(_handle) {},
  /** @param {unknown} _parts */
  start(_parts) {},
  async close() {},
};

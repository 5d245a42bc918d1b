import type { ChangeMessage } from '../chat/changeMessage.js';
import type { Limiter, LimiterOptions } from '../chat/limits.js';
import type { Presence } from '../chat/presence.js';
import type { SendMessage } from '../chat/sendMessage.js';
import type { Store } from '../chat/stores.js';
import type { Typing } from '../chat/typing.js';
import type { FanOut } from '../sockets/fanOut.js';
import type { Peers } from '../store/database.js';

/** The parts that differ if several processes serve one chat. */
export interface Cluster {
  /** For the store. */
  peers?: Record<'messages' | 'changes', Peers>;
  createPresence(...own: ConstructorParameters<typeof Presence>): Presence;
  createTyping(...own: ConstructorParameters<typeof Typing>): Typing;
  /** Makes a limiter that counts for all processes. */
  createLimiter?(options: LimiterOptions): Limiter;
  /** The metrics of all processes of this host. */
  metricsOfHost?(): Promise<string>;
  /** Further parts of `/health`. */
  health(): Record<string, string>;
  /** Tells the other processes that a session has ended here. */
  endSession(handle: string): void;
  /** From now on these parts follow those of other processes. */
  start(parts: { store: Store; sendMessage: SendMessage; changeMessage: ChangeMessage; fanOut: FanOut }): void;
  close(): Promise<void>;
}

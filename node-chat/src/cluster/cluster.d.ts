import type { Limiter, LimiterOptions } from '../chat/limits.js';
import type { Publish } from '../chat/news.js';
import type { Services } from '../createServices.js';
import type { Peers } from '../store/database.js';

/** What differs if several processes serve one chat. */
export interface Cluster {
  /** The other processes, as the store knows them. */
  peers: Record<'messages' | 'changes', Peers>;
  /** Makes a limiter that counts for all processes. */
  createLimiter?(options: LimiterOptions): Limiter;
  /** Further parts of `/health`. */
  health(): Record<string, string>;
  publish: Publish;
  /** From now on these services follow those of other processes. */
  start(services: Services): void;
  close(): Promise<void>;
}

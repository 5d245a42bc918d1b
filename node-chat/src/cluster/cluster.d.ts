import type { Limiter, LimiterOptions } from '../chat/limits.js';
import type { Publish } from '../chat/news.js';
import type { Parts } from '../createParts.js';
import type { Peers } from '../store/database.js';

/** The parts that differ if several processes serve one chat. */
export interface Cluster {
  /** For the store. */
  peers?: Record<'messages' | 'changes', Peers>;
  /** Makes a limiter that counts for all processes. */
  createLimiter?(options: LimiterOptions): Limiter;
  /** Further parts of `/health`. */
  health(): Record<string, string>;
  publish: Publish;
  /** From now on these parts follow those of other processes. */
  start(parts: Parts): void;
  close(): Promise<void>;
}

import type { LedgerRecord } from '../ledger/ledger.js';
import type { HostResult, ClientResult } from '../record/runRecord.js';
import type { Schedule } from '../schedule/schedule.js';
import type { Share } from '../schedule/shares.js';
import type { Endpoint, Session } from '../wire/types.js';

/**
 * Plays the users of a run: in this process (`RawClient`), on several hosts (`Agents`), or as Artillery's virtual users
 * (`VirtualUsers`).
 */
export interface LoadClient {
  /** Is called before `join`. */
  prepare?(): Promise<void>;
  join(order: JoinOrder): Promise<JoinResult>;
  /**
   * Settles when every message is answered, or the client stops waiting. startAt: ms since 1970, when the first message
   * was due.
   */
  send(order: SendOrder): Promise<{ startAt: number }>;
  leave(order: { startAt: number; seconds: number }): Promise<LeaveResult>;
  close(): void;
}

export interface JoinOrder {
  endpoint: Endpoint;
  sessions: Session[];
}

export interface JoinResult {
  /** Number of users who have joined. */
  joined: number;
  /** Why the first user who failed could not join. */
  why: string | null;
}

export interface SendOrder {
  run: string;
  schedule: Schedule;
  /** Number of members that send (all). */
  senders?: number;
  /** ms since 1970: when the first message is due (at once). */
  startAt?: number;
  /** This process's share, if several processes send. */
  share?: Share;
}

export interface LeaveResult {
  /** One result for each process. */
  results: ProcessResult[];
  agents?: HostResult[];
  /** Why delivery latencies are unknown. */
  clocksApart?: string | null;
}

/** One process's result. It is plain data, since it may come from another host. */
export interface ProcessResult {
  ledger: LedgerRecord;
  /** How many receivers each receiver of the ledger represents, by name. */
  weights: Array<[string, number]>;
  /** Number of users who joined, including those who left early. */
  joined: number;
  /** Why connections broke. */
  broken: string[];
  /** Only the raw client counts them. */
  bytesReceived?: number;
  /** Delivery latencies: a histogram for each second. */
  deliveries?: string[];
  /** The process while it sent. */
  client: ClientResult;
}

import type { AgentAddress } from './agents/addresses.js';
import type { RunKind } from './record/kinds.js';
import type { Bound } from './record/slo.js';
import type { PhaseData } from './schedule/schedule.js';

/** One run of a workload; a driver may take further members of the workload. */
export interface Job {
  /** The workload's name. */
  workload: string;
  /** Of drivers.js. */
  driver: string;
  /** The command that was typed. */
  command: string;
  kind: RunKind;
  /** The load client, as records name it. */
  client: string;
  users: number;
  seconds: number;
  /** From 1. */
  repetition: number;
  /** Messages/s or requests/s of all users together. */
  rate?: number;
  /** Only so many of the users send. */
  senders?: number;
  /** Seconds of the same load before, which do not count. */
  warmUp?: number;
  /** How long the run waits after the users have joined. */
  settleMs?: number;
  /** false: the run does not read the store. */
  store?: boolean;
  /** The load hosts. */
  agents?: AgentAddress[];
  /** Further bounds beside those that every run has. */
  bounds?: Bound[];
  /** For readers of the record. */
  notes?: string[];
  /** The one of the workload's requests that the run makes. */
  request?: string;
  phases?: PhaseData[];
  /** Settings of a chat that is started for the run. */
  env?: Record<string, string>;
  /** The last level that a search tries. */
  mostUsers?: number;
  /** How often each kind of fault is injected in a run of its own. */
  runs?: number;
}

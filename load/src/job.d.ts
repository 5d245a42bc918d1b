import type { AgentAddress } from './agents/addresses.js';
import type { RunKind } from './record/kinds.js';
import type { Bound } from './record/slo.js';

/** load/workloads/schema.json describes it. */
export interface Workload {
  about: string;
  driver: string;
  kind: RunKind;
  users: number;
  ladder?: number[];
  mostUsers?: number;
  slo?: string;
  rate?: number;
  ratePerUser?: number;
  rateAtMost?: number;
  messagesPerSender?: number;
  seconds: number;
  warmUp?: number;
  settleSeconds?: number;
  repetitions?: number;
  fresh?: boolean;
  env?: Record<string, string>;
  threads?: number;
  reconnectAfter?: [number, number];
  before?: HttpRequest[];
  requests?: HttpRequest[];
  contract?: { login?: boolean; requests: HttpRequest[] };
  phases?: PhaseData[];
}

export interface HttpRequest {
  name: string;
  method?: string;
  path: string;
  json?: object;
  bytes?: number;
  once?: boolean;
  save?: Record<string, string>;
}

export interface PhaseData {
  name: string;
  share: number;
  rate?: number | [number, number];
}

type Overridden = 'seconds' | 'warmUp' | 'repetitions' | 'slo' | 'mostUsers';

/** Options that replace a workload's values, and options that every job takes over. */
export interface JobOptions extends Partial<
  Pick<Workload, Overridden> & Pick<Job, 'command' | 'client' | 'store' | 'agents' | 'notes'>
> {
  /** Numbers of users: each level has its own jobs. */
  levels?: number[];
  /** Messages/s or requests/s: of each user if the workload has ratePerUser, else of all users together. */
  rate?: number;
}

/** A job has the results of these properties at its number of users. */
type Resolved = 'ladder' | 'slo' | 'ratePerUser' | 'rateAtMost' | 'messagesPerSender' | 'settleSeconds';

/** One run of a workload, with the values of this run; its rate is that of all users together. */
export interface Job extends Omit<Workload, Resolved> {
  /** The workload's name. */
  workload: string;
  /** The command that was typed. */
  command: string;
  /** The load client, as records name it. */
  client: string;
  /** Number of repetitions of this load. Each is a job, unless the driver repeats itself. */
  repetitions: number;
  /** Number of this repetition, from 1. */
  repetition: number;
  /** Number of users that send (all). */
  senders?: number;
  /** The run waits this long after the users have joined. */
  settleMs?: number;
  /** false: the run does not read the store. */
  store?: boolean;
  /** The load hosts that play the users. */
  agents?: AgentAddress[];
  /** Bounds in addition to those that every run has. */
  bounds?: Bound[];
  notes?: string[];
  /** The run makes only this one of the workload's requests. */
  request?: string;
}

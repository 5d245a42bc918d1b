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

/** What takes the place of a workload's own values, and what else is told of its jobs. */
export interface JobOptions extends Partial<
  Pick<Workload, Overridden> & Pick<Job, 'command' | 'client' | 'store' | 'agents' | 'notes'>
> {
  /** Numbers of users. */
  levels?: number[];
  /** Of each user if the workload has ratePerUser, else of all users together. */
  rate?: number;
}

/** Of these a job has what they come to at its number of users. */
type Resolved = 'ladder' | 'slo' | 'ratePerUser' | 'rateAtMost' | 'messagesPerSender' | 'settleSeconds';

/** One run of a workload, with the values of this run; its rate is that of all users together. */
export interface Job extends Omit<Workload, Resolved> {
  /** The workload's name. */
  workload: string;
  /** The command that was typed. */
  command: string;
  /** The load client, as records name it. */
  client: string;
  /** Of this load, each of them a job unless its driver repeats itself. */
  repetitions: number;
  /** From 1. */
  repetition: number;
  /** Only so many of the users send. */
  senders?: number;
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
}

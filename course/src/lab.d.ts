import type { FreshInstance } from '../../load/src/server/instance.js';
import type { Endpoint } from '../../load/src/wire/types.js';
import type { LectureChats } from './lectureChats.js';

/** A lab: the default export of course/labs/NN-name/lab.js. Its question, choices and reasons: docs/labs/NN-name.md. */
export interface Lab {
  /** own: the lab starts its own; lecture: it uses those of `infra/up --lecture`. */
  servers: 'own' | 'lecture';
  charts: Chart[];
  claims: Claim[];
  /** The heads of the table's columns. */
  head: string[];
  /** Runs the lab and gives its results, or those of each chat. */
  run(context: Context): Promise<Seen | Seen[]>;
}

/** A line chart. Axes are linear unless they say otherwise, and y begins at zero. */
export interface Chart {
  key: string;
  title: string;
  x: { label: string; scale?: 'linear' | 'log' };
  y: { label: string; scale?: 'linear' | 'log' };
  lines: ChartLine[];
}

export interface ChartLine {
  key: string;
  name: string;
  /** A target of load/targets gives its colour; any other word gives a colour of no target. */
  target: string;
  dashed?: boolean;
}

/** The lab's prediction: bounds for a ratio of two measured values or for a count. */
export interface Claim {
  key: string;
  text: string;
  atLeast?: number;
  atMost?: number;
}

export type Value = { name: string; value: number };
export type Measured = { unit: string; over: Value; under: Value } | { unit: string; count: number };

/** Results of a run. */
export interface Seen {
  /** The table's rows. */
  rows: Array<Array<string | number>>;
  /** Keys: those of the claims. */
  measured: Record<string, Measured>;
  remarks?: string[];
}

type OwnChat = FreshInstance & { endpoint: Endpoint };

/** The tools of a running lab. */
export interface Context {
  /** Announces a step. */
  say: (text: string) => void;
  /** Adds a point to a line. */
  point: (chart: string, line: string, x: number, y: number | null) => void;
  /** Registers a clean-up, which also runs after a failure; the last one registered runs first. */
  atEnd: (end: () => Promise<unknown> | void) => void;
  /** Starts a chat for this lab, with the embedded store and without rate limits; it ends with the lab. */
  startChat: (chat: 'node' | 'laravel', env?: Record<string, string>) => Promise<OwnChat>;
  /** The chats of `infra/up --lecture`, if `servers` is lecture. */
  chats: LectureChats;
}

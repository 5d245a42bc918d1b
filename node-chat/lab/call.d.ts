import type { Fields } from './fields.js';
import type { LabSettings } from '../src/config.js';

/** A checked call; a thread gets a copy. With `blocking` an event loop stands still for it. */
export type Task = Record<string, any>;
/** Members of the answer beside where, what, ms and pid. */
export type Told = Record<string, unknown>;

export interface Call {
  /** Throws ChatError where a field is out of bounds. */
  read(fields: Fields, settings: LabSettings): Task;
  /** Occupies its thread; on the event loop it gives no promise, and nothing else happens. */
  occupy(task: Task): Told | Promise<Told>;
  /** On the event loop, without keeping others from it, unless the task says `blocking`. */
  runAsync?(task: Task): Promise<Told>;
}

/** Where calls are done: the event loop, or its workers. */
export interface Place {
  /**
   * Resolves to the answer without where and what; rejects with too_many_lab_calls, lab_memory_full. Signal: the client
   * hung up.
   */
  run(what: string, task: Task, signal?: AbortSignal): Promise<object>;
  /** Releases all that leaks keep here. */
  release(): object;
  close(): Promise<void>;
}

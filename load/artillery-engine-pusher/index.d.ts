import type Pusher from 'pusher-js';

/** What the functions of a processor find in the context of a virtual user. */
export interface PusherContext {
  vars: Record<string, unknown>;
  /** the connected client, after the step `connect` */
  pusher?: Pusher;
}

/** Artillery loads this by `config.engines.pusher`; nobody calls it by hand. */
export default class PusherEngine {
  constructor(script: { config: Record<string, unknown> }, events: unknown, helpers: unknown);
}

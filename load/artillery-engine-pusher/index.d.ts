import type Pusher from 'pusher-js';

/** The context of a virtual user, as functions of a processor get it. */
export interface PusherContext {
  vars: Record<string, unknown>;
  /** the connected client, after the step `connect` */
  pusher?: Pusher;
}

/** Artillery loads this by `config.engines.pusher`; scripts do not call it. */
export default class PusherEngine {
  constructor(script: { config: Record<string, unknown> }, events: unknown, helpers: unknown);
}

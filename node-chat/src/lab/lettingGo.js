import { BroadcastChannel } from 'node:worker_threads';

/** By which all threads are told to let go of what they leaked before a generation; keeps no thread alive. */
export function openLettingGo() {
  const channel = new BroadcastChannel('lab: letting go');
  channel.unref();
  return channel;
}

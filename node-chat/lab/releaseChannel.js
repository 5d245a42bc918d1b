import { BroadcastChannel } from 'node:worker_threads';

/** Tells all threads to release what they leaked before a generation. Keeps no thread alive. */
export function openReleaseChannel() {
  const channel = new BroadcastChannel('lab: release');
  channel.unref();
  return channel;
}

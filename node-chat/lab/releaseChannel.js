import { BroadcastChannel } from 'node:worker_threads';

/** By which all threads are told to let go of what they leaked before a generation; keeps no thread alive. */
export function openReleaseChannel() {
  const channel = new BroadcastChannel('lab: release');
  channel.unref();
  return channel;
}

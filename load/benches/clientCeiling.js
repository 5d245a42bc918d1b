import { setTimeout as sleep } from 'node:timers/promises';
import { newRunName } from '../ledger/clientIds.js';
import { startBaseline } from './baselines.js';
import { ClientLoad } from './clientLoad.js';
import { Crowd } from './crowd.js';

const MEASURED_MS = 3000;

/**
 * What this client takes at most: deliveries/s from a server that does nothing but send.
 * @param {{wire: 'socket.io' | 'pusher', receivers: number, messagesPerEvent: number}} plan
 * @returns {Promise<{baseline: string, deliveriesPerSecond: number, client: {cpuCores: number}}>}
 */
export async function measureClientCeiling({ wire, receivers, messagesPerEvent }) {
  const perWindow = Math.max(1, Math.round(messagesPerEvent));
  const server = await startBaseline('nullServer', [wire, String(perWindow), String(receivers), newRunName()]);
  const socketUrl = server.url.replace('http', 'ws');
  const crowd = new Crowd({ name: 'null server', url: server.url, wire, socketUrl, key: 'null', authUrl: server.url });
  try {
    const sessions = Array.from({ length: receivers }, (_, number) => ({ name: `null ${number}`, cookie: '' }));
    await crowd.join(sessions);
    while (crowd.delivered === 0) await sleep(20);
    await sleep(500);
    const client = new ClientLoad();
    const before = crowd.delivered;
    const startedAt = performance.now();
    await sleep(MEASURED_MS);
    const deliveriesPerSecond = ((crowd.delivered - before) / (performance.now() - startedAt)) * 1000;
    return { baseline: `null server, ${perWindow} messages a window`, deliveriesPerSecond, client: client.stop() };
  } finally {
    crowd.close();
    server.stop();
  }
}

import { startPrivateServer } from '../servers/privateServer.js';
import { runFanout } from './fanout.js';
import { portOwners } from '../machine/portOwner.js';
import { getSessions } from './sessions.js';
import { findTarget } from './target.js';

const SECONDS = 4;
// Enough that the server never waits for the next message, few enough that nothing queues up.
const IN_FLIGHT = 8;

/**
 * The usual way, at saturation: the same chat with its window switched off, so that each message is an event of
 * its own, written once for each receiver. A private server with embedded store, which serves nobody else.
 * @param {{name: string, receivers: number, say: (line: string) => void}} plan
 * @throws {Error} where it delivers nothing: a ratio to that would say nothing
 * @returns {Promise<{baseline: string, deliveriesPerSecond: number, messagesPerEvent: number, lost: number, errors: Record<string, number>, server: any, client: any}>}
 */
export async function measureOneWriteEach({ name, receivers, say }) {
  const server = await startPrivateServer(/** @type {'node' | 'laravel'} */ (name), {
    env: { CHAT_LAB: '1', CHAT_WINDOW: 'off' },
  });
  try {
    const target = await findTarget({ url: server.url });
    const sessions = await getSessions(server.url, receivers, { say });
    const pids = portOwners(Number(new URL(target.socketUrl).port));
    const result = await runFanout({ target, sessions, seconds: SECONDS, inFlight: IN_FLIGHT, pids, say });
    if (result.deliveriesPerSecond === 0) {
      throw new Error(
        `the baseline server delivered nothing: ${JSON.stringify(result.audit.errors)} ${result.ends[0] ?? ''}`,
      );
    }
    return {
      baseline: `one write per message and receiver: ${name} with CHAT_WINDOW=off, embedded store, ${IN_FLIGHT} messages in flight`,
      deliveriesPerSecond: result.deliveriesPerSecond,
      messagesPerEvent: result.messagesPerEvent,
      lost: result.audit.lost,
      errors: result.audit.errors,
      server: result.server,
      client: result.client,
    };
  } finally {
    await server.stop();
  }
}

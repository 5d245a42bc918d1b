import { artilleryRun } from '../chat/artilleryRun.js';
import { intendedAtOf } from '../ledger/clientIds.js';
import { Sampler } from '../sampler/sampler.js';
import { senderTraffic } from '../ledger/traffic.js';

/**
 * One level with Artillery and the engines of load/chat.yml: users arrive one by one, the clock starts when all have.
 * @param {{name: 'node' | 'laravel', url: string, users: number, ratePerUser: number, seconds: number, parts: Record<string, number[]>}} plan
 *   parts: pids by name
 * @returns {Promise<import('../runRecord/chatRecord.js').ChatSeen>}
 */
export async function artilleryLevel({ name, url, users, ratePerUser, seconds, parts }) {
  /** @type {Sampler | undefined} */
  let sampler;
  const { audit, ledger } = await artilleryRun({ name, url, users, rate: ratePerUser, seconds }, (pid) => {
    sampler = new Sampler({
      parts: { ...parts, client: [pid] },
      metricsUrl: `${url}/metrics`,
      except: Object.values(parts).flat(),
    });
  });
  if (!sampler) throw new Error('Artillery did not start.');
  const startAt = Object.keys(ledger.messages).reduce((first, id) => Math.min(first, intendedAtOf(id)), Infinity);
  return {
    startAt,
    ledger,
    audit,
    joined: audit.users,
    storeUnread: audit.stored === null ? 'Artillery could not read it' : null,
    ends: Array.from({ length: audit.errors.disconnected ?? 0 }, () => 'disconnected'),
    traffic: senderTraffic(ledger.messages, startAt, seconds),
    samples: await sampler.stop(),
    loopDelayP99Ms: null,
    loopDelays: [],
  };
}

import { artilleryRun } from '../chat/artilleryRun.js';
import { artillerySeen } from '../chat/artillerySeen.js';
import { Sampler } from '../sampler/sampler.js';

/**
 * One level with Artillery and the engines of load/chat.yml: users arrive one by one, the clock starts when all have.
 * @param {{name: 'node' | 'laravel', url: string, users: number, ratePerUser: number, seconds: number, parts: Record<string, number[]>}} plan
 *   parts: pids by name
 * @returns {Promise<import('../runRecord/chatRecord.js').ChatSeen>}
 */
export async function artilleryLevel({ name, url, users, ratePerUser, seconds, parts }) {
  /** @type {Promise<Sampler> | undefined} */
  let sampler;
  const { audit, ledger } = await artilleryRun({ name, url, users, rate: ratePerUser, seconds }, (pid) => {
    sampler = Sampler.beside(parts, [pid], `${url}/metrics`);
  });
  if (!sampler) throw new Error('Artillery did not start.');
  return artillerySeen({ ledger, audit, samples: await (await sampler).stop(), seconds });
}

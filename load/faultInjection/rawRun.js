import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../benches/crowd.js';
import { auditCrowd } from '../benches/crowdAudit.js';
import { sendOpenLoop } from '../run/openLoop.js';
import { readAfter, readLastId } from '../chat/http.js';
import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';

const RATE = 25;
const SECONDS = 2.4;
const SETTLE_MS = 300;
// So long an ack may take before a message counts without it.
const ACKS_WITHIN_MS = 5000;
// Longer than the 2 s after its ack that a message has to arrive in.
const DRAIN_MS = 2200;

/**
 * One short run with the raw client of the benchmarks.
 * @param {{target: import('../benches/wire/meaning.js').Target, sessions: import('../benches/wire/meaning.js').Session[], run: string}} plan
 *   run: begins the clientIds of its messages
 * @returns {Promise<import('../ledger/audit.js').Audit>}
 */
export async function rawRun({ target, sessions, run }) {
  const { cookie } = sessions[0];
  const lastId = await readLastId(target.url, cookie);
  const crowd = new Crowd(target);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) throw crowd.failures[0];
  await sleep(SETTLE_MS);
  const ledger = new Ledger({ run, target: target.name });
  await sendOpenLoop({ senders: crowd.members.slice(0, 5), ledger, rate: RATE, seconds: SECONDS });
  const until = now() + ACKS_WITHIN_MS;
  while (ledger.acked < ledger.messages.size && now() < until) await sleep(20);
  await sleep(DRAIN_MS);
  const stored = await readAfter(target.url, cookie, lastId);
  const audit = auditCrowd(crowd, ledger, now(), stored);
  crowd.close();
  return audit;
}

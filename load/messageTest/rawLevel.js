import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../benches/crowd.js';
import { auditCrowd } from '../benches/crowdAudit.js';
import { sendOpenLoop } from '../benches/openLoop.js';
import { getSessions } from '../benches/sessions.js';
import { readLastId, readStore } from '../chat/http.js';
import { answered } from '../ledger/answered.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { Sampler } from '../sampler/sampler.js';
import { atOnce } from './oneAtATime.js';
import { postMessages } from './postMessages.js';
import { addDeliveries, deliveriesBySecond, senderTraffic } from '../ledger/traffic.js';

// Presence is gathered over half a second, and garbage of the joining has time to go.
export const SETTLE_MS = 1500;
// Acks that come later are errors, but who leaves before they have come would call their messages lost as well.
export const LATE_ACKS_MS = 20_000;

/**
 * @typedef {object} LevelPlan
 * @property {import('../benches/wire/meaning.js').Target} target
 * @property {'socket' | 'post'} send
 * @property {number} users @property {number} rate messages/s of all @property {number} seconds @property {number} warmUp s
 * @property {Record<string, number[]>} parts pids by name
 * @property {import('./oneAtATime.js').Alone} [alone] waits for the turn to be measured, where other servers are up beside this one
 */

/**
 * One level with the raw client: all join, then all send at times fixed beforehand (open loop) and receive everything.
 * @param {LevelPlan} plan
 * @param {(line: string) => void} say
 * @returns {Promise<import('../runRecord/chatRecord.js').ChatSeen>}
 */
export async function rawLevel({ target, send, users, rate, seconds, warmUp, parts, alone = atOnce }, say) {
  const sessions = await getSessions(target.url, users);
  const lastId = await readLastId(target.url, sessions[0].cookie);
  const crowd = new Crowd(target);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) say(`${crowd.failures.length} could not join: ${crowd.failures[0].message}`);
  if (crowd.members.length === 0) throw crowd.failures[0];
  await sleep(SETTLE_MS);

  /** @param {Ledger} ledger @param {number} forSeconds */
  const sendAll = async (ledger, forSeconds) => {
    const post = send === 'post' ? postMessages({ url: target.url, sessions, ledger }) : null;
    await sendOpenLoop({
      senders: crowd.members,
      ledger,
      rate,
      seconds: forSeconds,
      ...(post && { sendOne: post.sendOne }),
    });
    const sentUntil = now();
    await answered(ledger, LATE_ACKS_MS);
    post?.close();
    return sentUntil;
  };
  if (warmUp > 0) await sendAll(new Ledger({ run: newRunName(), target: target.name }), warmUp);
  await sleep(SETTLE_MS / 3);

  const ledger = new Ledger({ run: newRunName(), target: target.name });
  const { startAt, answeredAt, loopDelayP99Ms, loopDelays, samples } = await alone(async () => {
    const sampler = await Sampler.beside(parts, [process.pid], `${target.url}/metrics`);
    const client = new ClientWatch();
    const startAt = now();
    await sendAll(ledger, seconds);
    const loopDelayP99Ms = client.stop();
    const answeredAt = now();
    return { startAt, answeredAt, loopDelayP99Ms, loopDelays: client.seconds, samples: await sampler.stop() };
  });
  // Of it, where others were measured since, some or all is over.
  await sleep(Math.max(0, answeredAt + DRAIN_MS - now()));
  const leftAt = now();
  crowd.close();
  const { stored, storeUnread } = await readStore(target.url, sessions[0].cookie, lastId);
  const audit = auditCrowd(crowd, ledger, leftAt, stored);
  const record = ledger.toJSON();
  return {
    startAt,
    ledger: record,
    audit,
    joined: crowd.members.length,
    storeUnread,
    ends: crowd.ends,
    traffic: addDeliveries(
      senderTraffic(record.messages, startAt, seconds),
      deliveriesBySecond(crowd, ledger.run, startAt, seconds),
    ),
    samples,
    loopDelayP99Ms,
    loopDelays,
  };
}

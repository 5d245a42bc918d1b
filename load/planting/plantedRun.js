import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../benches/crowd.js';
import { auditCrowd } from '../benches/crowdAudit.js';
import { sendOpenLoop } from '../benches/openLoop.js';
import { now } from '../ledger/clock.js';
import { newRunName } from '../ledger/clientIds.js';
import { Ledger } from '../ledger/ledger.js';

const RATE = 25;
const MESSAGES = 60;
const SETTLE_MS = 300;
// Longer than the 2 s after its ack that a message has to arrive in.
const DRAIN_MS = 2200;

/** @typedef {'none' | 'drop' | 'double' | 'swap'} FaultKind */

/** What the ledger has to call each fault that a server is told to make. @type {Record<FaultKind, string | null>} */
const NAMES = { none: null, drop: 'lost', double: 'duplicated', swap: 'out of order' };

/**
 * @typedef {object} PlantedRun
 * @property {boolean} passed the ledger named as many faults as were planted, each by its right name, and nothing else
 * @property {number} planted
 * @property {Record<string, number>} named how often, by name
 * @property {number} deliveries that the server counts its faults by
 */

/**
 * One short run against a server that breaks each N-th of its deliveries.
 * @param {object} plan
 * @param {import('../benches/wire/meaning.js').Target} plan.target
 * @param {import('../benches/wire/meaning.js').Session[]} plan.sessions
 * @param {FaultKind} plan.kind @param {number} plan.oneIn
 * @param {number} plan.before deliveries that this server has made since its start
 * @returns {Promise<PlantedRun>}
 */
export async function plantedRun({ target, sessions, kind, oneIn, before }) {
  const crowd = new Crowd(target);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) throw crowd.failures[0];
  await sleep(SETTLE_MS);
  const ledger = new Ledger({ run: newRunName(), target: target.name });
  const messages = messagesWithoutFaultAtTheEnd(before, sessions.length, oneIn);
  await sendOpenLoop({ senders: crowd.members.slice(0, 5), ledger, rate: RATE, seconds: messages / RATE });
  await sleep(DRAIN_MS);
  const { faults } = auditCrowd(crowd, ledger, now());
  crowd.close();

  /** @type {Record<string, number>} */
  const named = {};
  for (const { kind: name } of faults) named[name] = (named[name] ?? 0) + 1;
  const deliveries = messages * sessions.length;
  const planted = kind === 'none' ? 0 : Math.floor((before + deliveries) / oneIn) - Math.floor(before / oneIn);
  const rightName = NAMES[kind];
  const onlyThat = Object.keys(named).every((name) => name === rightName);
  const passed = onlyThat && (rightName === null || (planted > 0 && named[rightName] === planted));
  return { passed, planted, named, deliveries };
}

/**
 * A message that is to change places with the next one needs a next one: the last message must not be broken.
 * @param {number} before @param {number} receivers @param {number} oneIn @returns {number}
 */
export function messagesWithoutFaultAtTheEnd(before, receivers, oneIn) {
  let messages = MESSAGES;
  const faultsUpTo = (/** @type {number} */ sent) => Math.floor((before + sent * receivers) / oneIn);
  while (faultsUpTo(messages) !== faultsUpTo(messages - 1)) messages++;
  return messages;
}

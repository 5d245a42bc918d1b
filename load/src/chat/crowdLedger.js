import { intendedAtOf, isOfRun } from '../ledger/clientIds.js';
import { Latencies } from '../ledger/latencies.js';
import { TICK_MS } from '../wire/frameLibrary.js';

/**
 * Writes down what a crowd received. Of receivers that had the same frames in the same order one stands for all, so the
 * audit of a clean run costs as much for a thousand receivers as for one.
 * @param {import('./crowd.js').Crowd} crowd @param {import('../ledger/ledger.js').Ledger} ledger of the senders
 * @param {number} leftAt when the crowd stopped listening, ms
 * @returns {Map<string, number>} for how many a receiver of the ledger stands
 */
export function fillLedger(crowd, ledger, leftAt) {
  const groups = groupBySequence(crowd.members);
  for (const { members, stays } of groups) {
    const [firstMember] = members;
    for (const { from, to } of stays) {
      ledger.joined(firstMember.name, from);
      ledger.left(firstMember.name, to ?? leftAt);
    }
    for (const index of firstMember.sequence)
      ledger.received(firstMember.name, crowd.library.frames[index].meaning.messages);
    ledger.caughtUp(firstMember.name, firstMember.caughtUp);
  }
  ledger.delivery = deliveryLatencies(crowd, ledger.run);
  return new Map(groups.map(({ members }) => [members[0].name, members.length]));
}

/**
 * @param {import('./crowd.js').Member[]} members
 * @returns {Array<{members: import('./crowd.js').Member[], stays: import('./crowd.js').Member['stays']}>}
 *   stays: of all of them alike; the first began when the last of the group had joined
 */
function groupBySequence(members) {
  /** @type {Map<string, import('./crowd.js').Member[]>} */
  const groups = new Map();
  for (const member of members) {
    const { stays, sequence } = member;
    // A receiver that reconnected is a group of its own.
    const presence = stays.length > 1 ? member.name : (stays[0].to ?? '');
    const key = `${presence}:${sequence.join()}`;
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return [...groups.values()].map((group) => {
    const [firstStay, ...laterStays] = group[0].stays;
    const joinedAt = Math.max(...group.map(({ stays }) => stays[0].from));
    return { members: group, stays: [{ from: joinedAt, to: firstStay.to }, ...laterStays] };
  });
}

/**
 * @param {import('./crowd.js').Crowd} crowd @param {string} run
 * @returns {Latencies} from the intended time to each arrival
 */
export function deliveryLatencies(crowd, run) {
  const latencies = new Latencies();
  forEachArrival(crowd, run, (_at, ms, receivers) => latencies.record(ms, receivers));
  return latencies;
}

/**
 * @param {import('./crowd.js').Crowd} crowd @param {string} run
 * @param {number} startAt ms since 1970 @param {number} seconds
 * @returns {Latencies[]} deliveries of each second
 */
export function deliveriesBySecond(crowd, run, startAt, seconds) {
  const rows = Array.from({ length: Math.ceil(seconds) }, () => new Latencies());
  forEachArrival(crowd, run, (receivedAt, ms, receivers) =>
    rows[Math.floor((receivedAt - startAt) / 1000)]?.record(ms, receivers),
  );
  return rows;
}

/**
 * @param {import('./crowd.js').Crowd} crowd @param {string} run
 * @param {(at: number, ms: number, receivers: number) => void} tell ms: since the intended time
 */
function forEachArrival({ library, startedAt }, run, tell) {
  for (const { meaning, arrivals } of library.frames) {
    for (const { clientId } of meaning.messages ?? []) {
      if (!isOfRun(clientId, run)) continue;
      const intendedAt = intendedAtOf(clientId);
      for (const [tick, receivers] of arrivals) {
        const receivedAt = startedAt + tick * TICK_MS;
        tell(receivedAt, receivedAt - intendedAt, receivers);
      }
    }
  }
}

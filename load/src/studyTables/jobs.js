import { LADDER } from '../floods/ladder.js';
import { LEVELS, ratePerUser } from '../messageTest/levels.js';
import { recordFile } from '../record/recordFile.js';

/**
 * @typedef {object} Job one run of one level
 * @property {'flood' | 'messages'} kind @property {string} target @property {number} users
 * @property {'ab' | 'raw' | 'artillery'} client
 * @property {number} repetition from 1 @property {number} seconds @property {number} warmUp s
 * @property {string} file its record's name
 */

/** As the study: 20 s a level. Five repetitions of what latencies are taken of; a flood is millions of requests. */
const FULL = { floods: LADDER, messages: LEVELS, seconds: 20, warmUp: 3, repetitions: 5 };
/** A look at everything: both ends and the middle. */
const QUICK = { floods: [1, 100, 1000], messages: [1, 100, 1000], seconds: 4, warmUp: 1, repetitions: 1 };

// Beyond this Artillery, which parses every delivery in one thread, is itself the limit (measured: it says so in its records).
const ARTILLERY_UP_TO = 50;

/**
 * @param {{targets: string[], quick: boolean, only?: 'flood' | 'messages', sends: (target: string) => string}} plan sends: socket or post
 * @returns {Job[]}
 */
export function jobsOf({ targets, quick, only, sends }) {
  const { floods, messages, seconds, warmUp, repetitions } = quick ? QUICK : FULL;
  const all = targets.flatMap((target) => [
    ...floods.map((users) => job({ kind: 'flood', target, users, client: 'ab', repetition: 1, seconds, warmUp: 0 })),
    ...messages.flatMap((users) =>
      Array.from({ length: repetitions }, (_, place) =>
        job({ kind: 'messages', target, users, client: 'raw', repetition: place + 1, seconds, warmUp }),
      ),
    ),
    ...messages
      .filter((users) => users <= ARTILLERY_UP_TO && sends(target) === 'socket')
      .map((users) => job({ kind: 'messages', target, users, client: 'artillery', repetition: 1, seconds, warmUp: 0 })),
  ]);
  return all.filter(({ kind }) => only === undefined || kind === only);
}

/** @param {Omit<Job, 'file'>} plan @returns {Job} */
function job(plan) {
  const { kind, users, client } = plan;
  const rate = kind === 'messages' ? ratePerUser(users) * users : undefined;
  return { ...plan, file: recordFile({ kind, plan: { ...plan, rate }, client: { name: client } }) };
}

import { readScenario, SCENARIO_NAMES } from '../../scenarios/scenarios.js';
import { Shape } from '../../scenarios/shape.js';
import { TARGET_NAMES } from '../../targets/targets.js';

/** What a run may be at most: one driver process a target holds the sockets, and the ledger every message. */
export const LIMITS = {
  users: 5000,
  ratePerUser: 1000,
  seconds: 4 * 3600,
  messages: 500_000,
  /** Messages times receivers, all of which the ledger accounts for one by one where connections break. */
  deliveries: 200_000_000,
  markLength: 80,
  marks: 100,
};

/** A run that makes no sense, or is too large; field: which of the fields to change. */
export class BadPlan extends Error {
  statusCode = 422;
  code = 'bad_plan';
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/**
 * @typedef {object} Plan
 * @property {string[]} targets names @property {string} scenario @property {number} users @property {number} rate messages/s of each user
 * @property {number} seconds
 */

/** @type {Record<'users' | 'rate' | 'seconds', {most: number, least: number, whole?: boolean}>} */
const NUMBERS = {
  users: { least: 1, most: LIMITS.users, whole: true },
  rate: { least: 0.01, most: LIMITS.ratePerUser },
  seconds: { least: 1, most: LIMITS.seconds, whole: true },
};

/**
 * @param {any} asked @param {{serverOf: (target: string) => string | undefined}} where the address of a target's server, undefined where it is not up
 * @returns {Plan} what can be run
 * @throws {BadPlan} that says what to change
 */
export function readPlan(asked, { serverOf }) {
  mustBeObject(asked);
  const { targets, scenario } = asked;
  if (!Array.isArray(targets) || targets.length === 0) throw new BadPlan('targets', 'Choose a target.');
  const unknown = targets.find((name) => !TARGET_NAMES.includes(name));
  if (unknown !== undefined) throw new BadPlan('targets', `Targets are ${TARGET_NAMES.join(', ')}.`);
  if (new Set(targets).size < targets.length) throw new BadPlan('targets', 'Choose each target once.');
  const servers = targets.map(serverOf);
  const away = targets.filter((_, place) => servers[place] === undefined);
  if (away.length > 0)
    throw new BadPlan('targets', `${away.join(', ')} is not running. Start it with: infra/up --load --detach`);
  if (new Set(servers).size < servers.length)
    throw new BadPlan(
      'targets',
      `${targets.join(' and ')} are one server: each would measure the other too. Choose one.`,
    );
  if (!SCENARIO_NAMES.includes(scenario)) throw new BadPlan('scenario', `Scenarios are ${SCENARIO_NAMES.join(', ')}.`);
  const [users, rate, seconds] = /** @type {const} */ (['users', 'rate', 'seconds']).map((name) =>
    numberOf(asked, name),
  );
  const plan = { targets, scenario, users, rate, seconds };
  checkSize(plan);
  return plan;
}

/** @param {unknown} asked @throws {BadPlan} where it is none */
export function mustBeObject(asked) {
  if (asked === null || typeof asked !== 'object' || Array.isArray(asked)) throw new BadPlan('', 'Send a JSON object.');
}

/** @param {any} asked @param {keyof typeof NUMBERS} name @returns {number} */
function numberOf(asked, name) {
  const { least, most, whole = false } = NUMBERS[name];
  const value = asked[name];
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!fits) throw new BadPlan(name, `${name}: ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}.`);
  return value;
}

/** @param {Plan} plan @throws {BadPlan} */
function checkSize(plan) {
  const shape = new Shape(readScenario(plan.scenario), plan);
  const messages = shape.about;
  if (messages > LIMITS.messages)
    throw new BadPlan(
      'rate',
      `That would be ${Math.round(messages)} messages, at most ${LIMITS.messages} are accounted for: fewer users, a lower rate, or fewer seconds.`,
    );
  const deliveries = messages * (shape.users + shape.slow);
  if (deliveries > LIMITS.deliveries)
    throw new BadPlan(
      'users',
      `That would be ${Math.round(deliveries / 1e6)} million deliveries, at most ${LIMITS.deliveries / 1e6} million are accounted for: fewer users, a lower rate, or fewer seconds.`,
    );
}

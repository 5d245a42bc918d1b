import { runChatYml } from '../artillery/runChatYml.js';
import { measureChat } from '../chat/measureChat.js';
import { withServer } from '../server/openServer.js';
import { ratePerUser } from './levels.js';

/**
 * One run of the study's message test, at a server of its own unless one that runs is named.
 * @param {object} plan
 * @param {import('../server/openServer.js').Which} plan.which
 * @param {string} plan.command @param {number} plan.users @param {number} plan.seconds
 * @param {number} [plan.rate] messages/s of each user @param {string} [plan.scenario] of load/scenarios
 * @param {number} [plan.warmUp] s @param {number} [plan.repetition]
 * @param {'raw' | 'artillery'} [plan.client] @param {import('../agents/addresses.js').AgentAddress[]} [plan.agents]
 * @param {(line: string) => void} say
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
export function measureLevel({ which, client = 'raw', rate, ...plan }, say) {
  const each = rate ?? ratePerUser(plan.users);
  return withServer(which, async (server) => {
    if (client === 'artillery') return withArtillery(server, { ...plan, rate: each });
    return /** @type {any} */ (await measureChat(server, { kind: 'messages', ...plan, rate: each * plan.users }, say));
  });
}

/**
 * The same by load/chat.yml: users arrive one by one, the clock starts when all have.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, rate: number, seconds: number, repetition?: number}} plan rate: of each user
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
async function withArtillery({ name, facts }, { command, users, rate, seconds, repetition = 1 }) {
  const { record } = await runChatYml({ name, url: facts.url, users, rate, seconds });
  const { database, fresh } = facts;
  return {
    ...record,
    ...{ kind: 'messages', command, plan: { ...record.plan, scenario: undefined, repetition, warmUpSeconds: 0 } },
    server: { ...record.server, database, fresh },
  };
}

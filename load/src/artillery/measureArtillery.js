import { runChatYml } from './runChatYml.js';

/**
 * A run of the message test by load/chat.yml: users arrive one by one, the clock starts when all have.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, rate?: number, seconds: number, repetition?: number}} job rate: of all together
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
export async function measureArtillery(
  { name, url, facts },
  { command, users, rate = users, seconds, repetition = 1 },
) {
  const { record } = await runChatYml({ name, url, users, rate: rate / users, seconds });
  const { database, fresh } = facts;
  return {
    ...record,
    ...{ kind: 'messages', command, plan: { ...record.plan, workload: 'messages', repetition, warmUpSeconds: 0 } },
    server: { ...record.server, database, fresh },
  };
}

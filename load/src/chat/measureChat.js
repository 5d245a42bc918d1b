import { chatRecord } from '../record/chatRecord.js';
import { scheduleOf } from '../schedule/schedule.js';
import { JoinWatch } from './joinWatch.js';
import { runLoad } from './runLoad.js';

/**
 * One run of chat clients at a server.
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../job.js').Job} job
 * @param {(line: string) => void} say
 * @param {import('./types.js').LoadClient} [loadClient] hosts, or Artillery; this process unless given
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
export async function measureChat(server, job, say, loadClient) {
  const { users, seconds, rate = 0, phases, senders, warmUp, settleMs, store = true } = job;
  if (!server.endpoint) throw new Error(`${server.url} has no /config: it is no chat, so it takes plain HTTP alone.`);
  const joins = new JoinWatch(server.messages.parts.flatMap((part) => server.pidsByPart[part]));
  const seen = await runLoad(
    {
      endpoint: server.endpoint,
      sessions: await server.logIn(users, say),
      schedule: scheduleOf({ phases, rate, seconds }),
      senders,
      warmUp,
      settleMs,
      pidsByPart: server.pidsByPart,
      onPhase: (phase) => joins.onPhase(phase),
      store: server.stores && store,
      loadClient,
    },
    say,
  );
  return chatRecord(server, job, seen, joins.costs(seen));
}

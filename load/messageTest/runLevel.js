import { Agents } from '../agents/agents.js';
import { findTarget, urlIn } from '../benches/target.js';
import { beAloneAt } from '../machine/alone.js';
import { databaseOf } from '../machine/database.js';
import { runLoad } from '../run/runLoad.js';
import { chatRecord } from '../runRecord/chatRecord.js';
import { descriptorLimit } from '../runRecord/clientFacts.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { startFreshInstance } from '../servers/freshInstance.js';
import { readScenario } from '../scenarios/scenarios.js';
import { Shape } from '../scenarios/shape.js';
import { readTarget } from '../targets/targets.js';
import { partsOf, pidsByPart } from '../machine/installation.js';
import { artilleryLevel } from './artilleryLevel.js';
import { ratePerUser } from './levels.js';

/**
 * @typedef {{name: string, parts: import('../machine/installation.js').Part[], stop: () => Promise<void>}}
 *   Installation
 */

/**
 * One level once, at a server of its own unless an instance that runs is named.
 * @param {object} plan
 * @param {string} plan.target name
 * @param {number} plan.users
 * @param {number} plan.seconds
 * @param {number} plan.warmUp s
 * @param {number} plan.repetition
 * @param {'raw' | 'artillery' | 'ab'} [plan.client]
 * @param {number} [plan.rate] messages/s of each user
 * @param {string} [plan.scenario] of load/scenarios: users and rate change as it says
 * @param {import('../agents/addresses.js').AgentAddress[]} [plan.agents] load hosts that the raw client runs on; on
 *   this one unless given
 * @param {string} [plan.url] of a server that runs, where it is not the instance's
 * @param {string} [plan.instance] one that runs
 * @param {number} [plan.offset] of a fresh one
 * @param {boolean} [plan.embedded] its store
 * @param {string} [plan.root] of the checkout whose code a fresh one runs
 * @param {import('../run/oneAtATime.js').Alone} [plan.alone] waits for the raw client's turn to measure, where other
 *   servers are up beside this one
 * @param {(line: string) => void} say
 * @returns {Promise<ReturnType<typeof chatRecord>>}
 */
export async function runLevel(
  {
    target: name,
    users,
    seconds,
    warmUp,
    repetition,
    client = 'raw',
    rate = ratePerUser(users),
    scenario,
    agents,
    url: address,
    instance,
    offset,
    embedded,
    root,
    alone,
  },
  say,
) {
  const data = readTarget(name);
  const chat = /** @type {'node' | 'laravel'} */ (data.chat);
  const runs = instance !== undefined || address !== undefined;
  /** @type {Installation} */
  const installation = runs
    ? { name: instance ?? '', parts: instance ? await partsOf(instance) : [], stop: async () => {} }
    : await startFreshInstance(chat, { offset, embedded, root });
  try {
    const url = address ?? urlIn(name, installation.parts);
    if (!url)
      throw new Error(
        `The instance ${installation.name} does not serve ${name}: infra/up --load --detach --instance ` +
          `${installation.name}`,
      );
    // Nobody else knows a fresh server, and load/chat.yml claims one that runs itself.
    if (runs && client !== 'artillery') beAloneAt(url);
    // Before the load: an overloaded server would not answer.
    const facts = await serverFacts(url);
    const target = await findTarget({ url });
    if (target.name !== chat) throw new Error(`${url} is ${target.name}, not ${chat}.`);
    const pids = pidsByPart(installation.parts);
    const serverParts = data.messages.parts.filter((part) => part in pids);
    const send = /** @type {'socket' | 'post'} */ (data.messages.send);
    if (client === 'artillery' && send === 'post')
      throw new Error(`${name} is sent to by POST, which load/chat.yml does not.`);
    const seen =
      client === 'artillery'
        ? await artilleryLevel({ name: chat, url, users, ratePerUser: rate, seconds, parts: pids })
        : await runLoad(
            {
              ...{ target, send, warmUp, parts: pids, alone },
              schedule: scenario
                ? new Shape(readScenario(scenario), { users, rate, seconds })
                : { rate: rate * users, seconds },
              population: { users },
              client: agents && new Agents(agents),
            },
            say,
          );
    return chatRecord({
      kind: 'messages',
      command: commandOf({
        ...{ target: name, users, rate, scenario, seconds, warmUp, instance, client, embedded, address, agents },
      }),
      plan: {
        target: name,
        users,
        ratePerUser: rate,
        rate: rate * users,
        repetition,
        warmUpSeconds: warmUp,
        codePath: data.messages.codePath,
        ...(scenario && { scenario }),
        seconds,
      },
      client,
      processes: agents?.length ?? 1,
      server: {
        ...facts,
        database: databaseOf(target, installation.parts),
        fresh: !runs,
        descriptors: descriptorLimit(pids[serverParts[0]]?.[0] ?? 0),
      },
      parts: Object.keys(pids),
      serverParts,
      seen,
    });
  } finally {
    await installation.stop();
  }
}

/**
 * @param {{target: string, users: number, rate: number, scenario?: string, seconds: number, warmUp: number, instance?:
 *   string, client: string, embedded?: boolean, address?: string, agents?: import('../agents/addresses.js').AgentAddress[]}} plan
 * @returns {string} what to type to have it again
 */
function commandOf({ target, users, rate, scenario, seconds, warmUp, instance, client, embedded, address, agents }) {
  const own = rate === ratePerUser(users) ? '' : ` --rate ${rate}`;
  const where = [
    scenario && `--scenario ${scenario}`,
    address && `--url ${address}`,
    instance && `--instance ${instance}`,
    embedded && '--embedded',
    agents && `--agents ${agents.map(({ text }) => text).join(',')}`,
  ];
  const words = where.flatMap((word) => (word ? [` ${word}`] : [])).join('');
  return (
    `load/messages --target ${target} --users ${users}${own} --seconds ${seconds} --warm-up ` +
    `${warmUp}${client === 'raw' ? '' : ` --client ${client}`}${words} --repetitions 1`
  );
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { audit } from '../ledger/audit.js';
import { intendedAtOf } from '../ledger/clientIds.js';
import { mergeLedgers } from '../ledger/mergeLedgers.js';

/** A crowd in several processes, where one may not hold all sockets. */
export class CrowdProcesses {
  #children;

  /** @param {number} processes */
  constructor(processes) {
    const file = fileURLToPath(new URL('crowdWorker.js', import.meta.url));
    this.#children = Array.from({ length: processes }, () => fork(file, { serialization: 'advanced' }));
  }

  /**
   * @param {import('./wire/meaning.js').Target} target @param {import('./wire/meaning.js').Session[]} sessions one connection for each
   * @returns {Promise<{joined: number, why: string | null}>} when every process has joined all that it can (the barrier)
   */
  async join(target, sessions) {
    const share = Math.ceil(sessions.length / this.#children.length);
    const joins = await Promise.all(
      this.#children.map((child, place) =>
        ask(child, { target, sessions: sessions.slice(place * share, (place + 1) * share) }),
      ),
    );
    return {
      joined: joins.reduce((sum, { joined }) => sum + joined, 0),
      why: joins.find(({ why }) => why !== null)?.why ?? null,
    };
  }

  /**
   * Ends them, and says what became of every message at every receiver, whichever process held it.
   * @param {string} run @param {number} sent messages of the run, all of which are due to everybody
   * @returns {Promise<{audit: import('../ledger/audit.js').Audit, ends: string[], bytesReceived: number, clients: import('./crowdWorker.js').Part['client'][]}>}
   */
  async leave(run, sent) {
    /** @type {import('./crowdWorker.js').Part[]} */
    const parts = await Promise.all(this.#children.map((child) => ask(child, { run })));
    const merged = mergeLedgers(parts.map(({ ledger }) => ledger));
    // Nobody of this crowd sent them: what one receiver had, all have to have, and what none had is missing altogether.
    for (const [id, clientId] of Object.entries(merged.clientIds)) {
      const at = intendedAtOf(clientId);
      merged.messages[clientId] = { sentAt: at, ackedAt: at, id: Number(id) };
    }
    const sizes = new Map(parts.flatMap((part) => part.sizes));
    const audited = audit(merged, null, sizes);
    const receivers = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const unseen = (sent - audited.sent) * receivers;
    return {
      audit: { ...audited, sent, expected: audited.expected + unseen, lost: audited.lost + unseen },
      ends: parts.flatMap(({ ends }) => ends),
      bytesReceived: parts.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0),
      clients: parts.map(({ client }) => client),
    };
  }

  close() {
    for (const child of this.#children) child.kill();
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {object} order @returns {Promise<any>} its answer @throws {Error} where it ends before */
async function ask(child, order) {
  child.send(order);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`A process of the crowd ended (${signal ?? `exit code ${code}`}).`);
    }),
  ]);
  return answer;
}

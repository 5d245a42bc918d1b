import path from 'node:path';
import { chatRecord } from '../runRecord/chatRecord.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { knownTarget } from '../targets/targets.js';
import { artillerySeen } from './artillerySeen.js';

/**
 * What a run of load/chat.yml showed of one target, as a run record.
 * @param {object} run
 * @param {string} run.command
 * @param {{scenario?: string, users: number, rate: number, seconds: number}} run.plan rate: messages/s of each user
 * @param {import('../ledger/ledger.js').LedgerRecord} run.ledger of all workers together
 * @param {import('../ledger/audit.js').Audit} run.audit
 * @param {import('../runRecord/serverFacts.js').MeasuredServer} run.server
 * @param {string[]} run.parts names of its parts that were sampled
 * @param {import('../sampler/sampler.js').Samples} run.samples
 */
export function recordOfRun({
  command,
  plan: { scenario, users, rate, seconds },
  ledger,
  audit,
  server,
  parts,
  samples,
}) {
  const target = ledger.target;
  const serverParts = parts.filter((part) => knownTarget(target)?.messages.parts.includes(part));
  return chatRecord({
    kind: 'chat',
    command,
    plan: { target, users, ratePerUser: rate, rate: rate * users, ...(scenario && { scenario }), seconds },
    client: 'artillery',
    processes: 1,
    server: { ...server, descriptors: null },
    parts,
    serverParts: serverParts.length > 0 ? serverParts : parts,
    seen: artillerySeen({ ledger, audit, samples, seconds }),
  });
}

/** @param {string} folder of the run @param {ReturnType<typeof recordOfRun>} record */
export function saveRunRecord(folder, record) {
  saveRecord(path.join(folder, `record-${record.plan.target}.json`), record);
}

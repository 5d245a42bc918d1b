import path from 'node:path';
import { chatRecord } from '../runRecord/chatRecord.js';
import { verdict } from '../runRecord/verdict.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { knownTarget } from '../targets/targets.js';
import { thresholdVerdicts } from './thresholds.js';
import { artillerySeen } from './artillerySeen.js';

/**
 * The run record of one target in a run of load/chat.yml.
 * @param {object} run
 * @param {string} run.command
 * @param {{scenario?: string, users: number, rate: number, seconds: number, messages: number}} run.plan rate:
 *   messages/s of each user; messages: of all
 * @param {import('./thresholds.js').Thresholds} run.thresholds
 * @param {ReturnType<typeof verdict>[]} [run.engine] Artillery's errors, of all targets together
 * @param {boolean} [run.several] targets: Artillery's errors are a note then, and fail no target
 * @param {import('../ledger/ledger.js').LedgerRecord} run.ledger of all workers together
 * @param {import('../ledger/audit.js').Audit} run.audit
 * @param {import('../runRecord/serverFacts.js').MeasuredServer} run.server
 * @param {string[]} run.parts names of its parts that were sampled
 * @param {import('../sampler/sampler.js').Samples} run.samples
 */
export function recordOfRun({
  command,
  plan: { scenario, users, rate, seconds, messages },
  thresholds,
  engine = [],
  several = false,
  ledger,
  audit,
  server,
  parts,
  samples,
}) {
  const target = ledger.target;
  const serverParts = parts.filter((part) => knownTarget(target)?.messages?.parts.includes(part));
  const record = chatRecord({
    kind: 'chat',
    command,
    plan: { target, users, ratePerUser: rate, rate: rate * users, ...(scenario && { scenario }), seconds },
    client: 'artillery',
    processes: 1,
    server,
    parts,
    serverParts: serverParts.length > 0 ? serverParts : parts,
    seen: artillerySeen({ ledger, audit, samples, seconds }),
  });
  const { errorPercent } = record.counts;
  const met = engine.map(({ name, value }) => `${name}: ${value}, on any target of the run`);
  return {
    ...record,
    verdicts: [
      ...(audit.users === 0
        ? [verdict('users that did not join', users)]
        : thresholdVerdicts({ audit, errorPercent, users, messages }, thresholds)),
      ...(several ? [] : engine),
    ],
    ...(several && met.length > 0 && { notes: [...(record.notes ?? []), ...met] }),
  };
}

/** @param {string} folder of the run @param {ReturnType<typeof recordOfRun>} record */
export function saveRunRecord(folder, record) {
  saveRecord(path.join(folder, `record-${record.plan.target}.json`), record);
}

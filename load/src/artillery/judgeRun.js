import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, readStore } from '../server/http.js';
import { audit } from '../ledger/audit.js';
import { countMissingAcks } from '../ledger/errorPercent.js';
import { mergeParts } from '../chat/mergeParts.js';
import { chatRecord } from '../record/chatRecord.js';
import { RunPrinter } from '../record/printRuns.js';
import { saveRecord } from '../record/recordFiles.js';
import { valueOf } from '../record/slo.js';
import { outcomeOf, verdict } from '../record/verdict.js';
import { shapeOf } from '../workload/workloads.js';
import { Shape } from '../workload/shape.js';
import { artillery, giveUp } from './artillery.js';
import { AUDITOR, nameOfPart, plannedRun } from './planRun.js';

// A server that was just killed gets some time to come back: what it acknowledged has to be there.
const STORE_TRIES = 15;
// The worker hands over what its users saw before Artillery ends.
const SEEN_WITHIN_MS = 10_000;

/** The hook after the run: a record of each target, the table, the exit code. */
export async function judgeRun() {
  const planned = plannedRun();
  if (!planned) return;
  const { plan, settings, bounds, targets, stopSampler, seen: coming } = planned;
  const { scenario, rate, seconds, run } = plan.alone;
  const samples = await stopSampler();
  const seen = await Promise.race([coming, sleep(SEEN_WITHIN_MS, null)]);
  if (!seen) return giveUp('The run ended before its users did: there is no result.');
  const inside = path.relative('.', settings.results);
  const folder = path.join(inside.startsWith('..') ? settings.results : inside, run);
  const printer = new RunPrinter('chat', (line) => artillery().log(line));
  const records = [];
  for (const [name, { server, lastId }] of targets) {
    const merged = mergeParts([seen.parts[name]]);
    countMissingAcks(merged.ledger);
    const { stored, storeUnread } = await storeOf(server.url, lastId);
    const audited = audit(merged.ledger, stored);
    const record = chatRecord({
      ...{ kind: 'chat', command: typed(), client: 'artillery', server: server.facts },
      plan: {
        ...{ target: name, users: plan.users, rate: rate * plan.users, workload: scenario, seconds },
        ...(server.codePath.chat && { codePath: server.codePath.chat }),
      },
      parts: Object.keys(server.parts).map((part) => nameOfPart(part, name)),
      serverParts: server.chatParts.map((part) => nameOfPart(part, name)),
      seen: { ...merged, startAt: seen.startAt, audit: audited, storeUnread, samples },
    });
    const { length } = [...new Shape(shapeOf(scenario), { users: plan.users, rate, seconds }).messages()];
    record.verdicts.push(
      verdict('messages that were not sent', length - audited.sent),
      ...bounds.map((bound) => verdict(bound.name, valueOf(bound, /** @type {any} */ (record)), bound.most)),
    );
    if (targets.size > 1) Object.assign(record, { notes: ['both chats were loaded at once, on one machine'] });
    saveRecord(folder, record);
    printer.row(/** @type {any} */ (record));
    records.push(record);
  }
  artillery().log('\nLatencies are in ms, from the time at which a message was to be sent; docs/method.md says more.');
  artillery().log(`As a page: load/report ${folder} --html report.html`);
  if (outcomeOf(records) === 'failed') artillery().suggestedExitCode = 1;
}

/** @returns {string} what was typed, with what was set for it */
function typed() {
  const set = Object.entries(process.env).filter(([name]) =>
    /^CHAT_LOAD_(USERS|RATE|SECONDS|TARGETS|NODE|LARAVEL)$/.test(name),
  );
  return [...set.map(([name, value]) => `${name}=${value}`), 'npx artillery', ...process.argv.slice(2)].join(' ');
}

/**
 * @param {string} url @param {number} after an id
 * @returns {ReturnType<typeof readStore>}
 */
async function storeOf(url, after) {
  for (let tries = 1; ; tries++) {
    const read = await logIn(url, AUDITOR).then(
      ({ cookie }) => readStore(url, cookie, after),
      ({ message }) => ({ stored: null, storeUnread: message }),
    );
    if (read.storeUnread === null || tries === STORE_TRIES) return read;
    await sleep(1000);
  }
}

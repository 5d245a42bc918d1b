import path from 'node:path';
import { requireAb, runAb } from '../floods/ab.js';
import { now } from '../ledger/clock.js';
import { recordFile } from '../runRecord/recordFile.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { knownTarget } from '../targets/targets.js';
import { emptyRecord } from './emptyRecord.js';
import { startBaseline } from './baselines.js';
import { provenance } from '../provenance.js';
import { positiveNumber, typedCommand } from '../commandLine.js';
import { compareTurns, takingTurns } from './emptyTurns.js';
import { portOwners } from '../machine/portOwner.js';
import { ProcessTree } from '../machine/processTree.js';
import { findServer } from './server.js';

// The machine is noisy: the two take turns so often, and what is compared was measured in the same minute. An even
// number: each begins as often as the other.
const TURNS = 4;
// Not counted: a server that has just started compiles its code with its first ten thousands of requests.
const WARM_UP = { users: 100, seconds: 2 };
// One thread is all that an ab has, and it is soon busy: two show more of a server than one.
const AB_PROCESSES = '2';
const AB_BUSY = 0.9;

/** @param {Record<string, any>} values @param {(line: string) => void} say */
export async function benchEmpty(values, say) {
  const levels = String(values.concurrency ?? '1,100,5000')
    .split(',')
    .map((text) => positiveNumber('concurrency', text, { whole: true }));
  const seconds = positiveNumber('seconds', values.seconds ?? '8');
  const processes = positiveNumber('ab', values.ab ?? AB_PROCESSES, { whole: true });
  requireAb();
  const { target, pids, database } = await findServer(values);
  const command = typedCommand('load/bench');
  const codePath = knownTarget(values.target)?.flood.codePath;
  // Before the load: an overloaded server would not answer.
  const facts = values.records ? { ...(await serverFacts(target.url)), database, fresh: false } : null;
  // On Laravel the event loop answers /empty on its own port.
  const url = new URL('/empty', target.socketUrl.replace(/^ws/, 'http')).href;
  const bare = await startBaseline('bareHttp');
  const canned = await startBaseline('bareNet');
  const rows = [];
  try {
    say('Warming up ...');
    for (const warm of [url, bare.url + '/', canned.url + '/']) await runAb({ url: warm, ...WARM_UP });
    for (const users of levels) {
      say(`${users} at a time ...`);
      const server = { url, owners: () => (pids.length > 0 ? pids : portOwners(Number(new URL(url).port))) };
      const baseline = { url: bare.url + '/', owners: () => [bare.pid] };
      const startedAt = now();
      const turns = [];
      const floods = [];
      for (const order of takingTurns(server, baseline, TURNS)) {
        /** @type {Map<object, import('./emptyTurns.js').EmptySide>} */
        const sides = new Map();
        for (const side of order) {
          const measured = await measure({ url: side.url, users, seconds: seconds / TURNS, processes }, side.owners());
          sides.set(side, measured.side);
          if (side === server) floods.push(measured.flood);
        }
        turns.push(
          /** @type {import('./emptyTurns.js').Turn} */ ({ server: sides.get(server), baseline: sides.get(baseline) }),
        );
      }
      const short = { url: canned.url + '/', users, seconds: Math.min(2, seconds), processes };
      const compared = compareTurns(turns);
      const ab = Math.min(processes, users);
      const busy = AB_BUSY * ab;
      const row = {
        users,
        ab,
        ...compared,
        canned: (await measure(short, [canned.pid])).side,
        clientBound: compared.server.abCores > busy,
        baselineClientBound: compared.baseline.abCores > busy,
      };
      rows.push(row);
      if (!facts) continue;
      const plan = { target: target.name, users, ...(codePath && { codePath }) };
      const record = emptyRecord({
        command,
        plan,
        server: facts,
        pid: server.owners()[0] ?? 0,
        startedAt,
        floods,
        row,
      });
      saveRecord(path.join(values.records, recordFile(record)), record);
    }
  } finally {
    bare.stop();
    canned.stop();
  }
  const result = {
    bench: 'empty',
    target: target.name,
    url,
    ...(codePath && { codePath }),
    ...provenance(),
    seconds,
    baseline: 'bare node:http',
    canned: 'node:net, canned answer',
    rows,
  };
  return { result, text: describe(result), failed: rows.some(({ server }) => server.failed > 0) };
}

/**
 * @param {{url: string, users: number, seconds: number, processes: number}} plan @param {number[]} pids of the server
 * @returns {Promise<{side: import('./emptyTurns.js').EmptySide, flood: import('../floods/ab.js').Flood}>}
 */
async function measure({ url, users, seconds, processes }, pids) {
  const tree = new ProcessTree(pids);
  const before = tree.sample({ memory: false }).cpuSeconds;
  const flood = await runAb({ url, users, seconds: Math.max(1, Math.round(seconds)), processes });
  const cpu = tree.sample({ memory: false }).cpuSeconds - before;
  const failed =
    flood.empty +
    flood.otherCodes +
    flood.refused +
    flood.reset +
    flood.timeouts +
    flood.exceptions +
    flood.deaths.length;
  const side = {
    requestsPerSecond: flood.requestsPerSecond,
    ok: flood.ok,
    cpuSeconds: cpu,
    cpuMicroseconds: flood.ok > 0 ? (cpu * 1e6) / flood.ok : 0,
    failed,
    abCores: flood.abCores,
  };
  return { side, flood };
}

/** @param {any} result @returns {string} */
function describe({ target, url, rows, commit, machine, date }) {
  const lines = [
    `empty ${target}: ${url} (${commit}, ${machine}, ${date})`,
    '   users  ab     req/s   bare node:http   ratio (of turns)   CPU/req   bare   ratio   node:net, canned answer   ab',
  ];
  for (const row of rows) {
    const { users, ab, server, baseline, canned, ratio, ratioOfTurns, cpuRatio } = row;
    const bound = [row.clientBound && 'CLIENT-BOUND', row.baselineClientBound && 'BASELINE CLIENT-BOUND'].filter(
      Boolean,
    );
    lines.push(
      [
        String(users).padStart(8),
        String(ab).padStart(4),
        server.requestsPerSecond.toFixed(0).padStart(10),
        baseline.requestsPerSecond.toFixed(0).padStart(17),
        ratio.toFixed(2).padStart(8),
        ` (${ratioOfTurns.min.toFixed(2)}-${ratioOfTurns.max.toFixed(2)})`,
        `${server.cpuMicroseconds.toFixed(0)} us`.padStart(9),
        baseline.cpuMicroseconds.toFixed(0).padStart(7),
        cpuRatio.toFixed(2).padStart(8),
        canned.requestsPerSecond.toFixed(0).padStart(26),
        `   ${Math.round(server.abCores * 100)} %${bound.map((what) => ` ${what}`).join(',')}`,
        server.failed ? `  ${server.failed} FAILED` : '',
      ].join(''),
    );
  }
  return lines.join('\n');
}

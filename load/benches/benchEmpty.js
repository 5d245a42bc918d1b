import { runAb } from '../floods/ab.js';
import { startBaseline } from './baselines.js';
import { provenance } from '../provenance.js';
import { positiveNumber } from '../commandLine.js';
import { portOwners } from './portOwner.js';
import { ProcessTree } from './processTree.js';
import { findServer } from './server.js';

// The machine is noisy: the two take turns so often, and what is compared was measured in the same minute.
const TURNS = 4;
// Not counted: a server that has just started compiles its code with its first ten thousands of requests.
const WARM_UP = { users: 100, seconds: 2 };
// One thread is all that an ab has, and it is soon busy: two show more of a server than one.
const AB_PROCESSES = '2';
const AB_BUSY = 0.9;

/**
 * @typedef {object} EmptySide
 * @property {number} requestsPerSecond 2xx only
 * @property {number} cpuMicroseconds of the server for each request
 * @property {number} failed answers that were no 2xx, and connections that gave none
 * @property {number} abCores cores that all ab processes kept busy
 * @property {number} p99 ms
 */

/** @param {Record<string, any>} values @param {(line: string) => void} say */
export async function benchEmpty(values, say) {
  const levels = String(values.concurrency ?? '1,100,5000')
    .split(',')
    .map((text) => positiveNumber('concurrency', text, { whole: true }));
  const seconds = positiveNumber('seconds', values.seconds ?? '8');
  const processes = positiveNumber('ab', values.ab ?? AB_PROCESSES, { whole: true });
  const { target, pids } = await findServer(values);
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
      /** @type {EmptySide[][]} */
      const turns = [[], [], []];
      for (let turn = 0; turn < TURNS; turn++) {
        const own = pids.length > 0 ? pids : portOwners(Number(new URL(url).port));
        turns[0].push(await measure({ url, users, seconds: seconds / TURNS, processes }, own));
        turns[1].push(await measure({ url: bare.url + '/', users, seconds: seconds / TURNS, processes }, [bare.pid]));
      }
      turns[2].push(
        await measure({ url: canned.url + '/', users, seconds: Math.min(2, seconds), processes }, [canned.pid]),
      );
      const [server, baseline, ceiling] = turns.map(mean);
      const ratio = server.requestsPerSecond / baseline.requestsPerSecond;
      const cpuRatio = server.cpuMicroseconds / baseline.cpuMicroseconds;
      const ab = Math.min(processes, users);
      rows.push({ users, ab, server, baseline, ceiling, ratio, cpuRatio, clientBound: server.abCores > AB_BUSY * ab });
    }
  } finally {
    bare.stop();
    canned.stop();
  }
  const result = {
    bench: 'empty',
    target: target.name,
    url,
    ...provenance(),
    seconds,
    baseline: 'bare node:http',
    ceiling: 'node:net, canned answer',
    rows,
  };
  return { result, text: describe(result), failed: rows.some(({ server }) => server.failed > 0) };
}

/**
 * @param {{url: string, users: number, seconds: number, processes: number}} plan @param {number[]} pids of the server
 * @returns {Promise<EmptySide>}
 */
async function measure({ url, users, seconds, processes }, pids) {
  const tree = new ProcessTree(pids);
  const before = tree.sample({ memory: false }).cpuSeconds;
  const flood = await runAb({ url, users, seconds: Math.max(1, Math.round(seconds)), processes });
  const cpu = tree.sample({ memory: false }).cpuSeconds - before;
  const failed =
    flood.otherCodes + flood.refused + flood.reset + flood.timeouts + flood.exceptions + flood.deaths.length;
  return {
    requestsPerSecond: flood.requestsPerSecond,
    cpuMicroseconds: flood.ok > 0 ? (cpu * 1e6) / flood.ok : 0,
    failed,
    abCores: flood.abCores,
    p99: flood.times.p99,
  };
}

/** @param {EmptySide[]} sides @returns {EmptySide} */
function mean(sides) {
  const of = (/** @type {keyof EmptySide} */ key) => sides.reduce((sum, side) => sum + side[key], 0) / sides.length;
  return {
    requestsPerSecond: of('requestsPerSecond'),
    cpuMicroseconds: of('cpuMicroseconds'),
    failed: of('failed') * sides.length,
    abCores: of('abCores'),
    p99: of('p99'),
  };
}

/** @param {any} result @returns {string} */
function describe({ target, url, rows, commit, machine, date }) {
  const lines = [
    `empty ${target}: ${url} (${commit}, ${machine}, ${date})`,
    '   users  ab     req/s   bare node:http   ratio   CPU/req   bare   ratio   canned node:net   ab',
  ];
  for (const { users, ab, server, baseline, ceiling, ratio, cpuRatio, clientBound } of rows) {
    lines.push(
      [
        String(users).padStart(8),
        String(ab).padStart(4),
        server.requestsPerSecond.toFixed(0).padStart(10),
        baseline.requestsPerSecond.toFixed(0).padStart(17),
        ratio.toFixed(2).padStart(8),
        `${server.cpuMicroseconds.toFixed(0)} us`.padStart(10),
        baseline.cpuMicroseconds.toFixed(0).padStart(7),
        cpuRatio.toFixed(2).padStart(8),
        ceiling.requestsPerSecond.toFixed(0).padStart(18),
        `   ${Math.round(server.abCores * 100)} %${clientBound ? ' CLIENT-BOUND' : ''}${server.failed ? `  ${server.failed} FAILED` : ''}`,
      ].join(''),
    );
  }
  return lines.join('\n');
}

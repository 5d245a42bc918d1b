import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { Latencies } from '../ledger/latencies.js';
import { hardDescriptorLimit } from '../machine/descriptors.js';
import { coresWhile, runProgram } from './runProgram.js';

// ab 2.4 takes at most this concurrency, and needs a few more descriptors than connections.
const AB_MAX_CONCURRENCY = 20_000;
const OWN_DESCRIPTORS = 200;
// `-t` alone stops after 50,000 requests. No ab makes more requests than this in a second.
const MOST_PER_SECOND = 100_000;
// The shortest answer is a status line and an empty line.
const LEAST_BYTES = 'HTTP/1.1 200 OK\r\n\r\n'.length;

/**
 * Spreads a concurrency over as few ab processes as may hold it.
 * @param {number} users
 * @param {number} limit descriptors per process
 * @returns {number[]} the concurrency of each process; they differ by at most 1
 */
export function spread(users, limit) {
  const each = Math.min(AB_MAX_CONCURRENCY, limit - OWN_DESCRIPTORS);
  const processes = Math.ceil(users / each);
  return Array.from({ length: processes }, (_, index) => Math.floor((users + index) / processes));
}

/**
 * Floods an address with GET requests without keep-alive.
 * @param {{url: string, users: number, seconds: number, limit?: number}} load limit: descriptors per process
 * @returns sums over all ab processes. counts.requests: 2xx answers of which bytes came; counts.empty: connections that
 *   were closed without an answer, which ab counts as complete; times: latencies of whole requests in whole ms;
 *   cpuCores: cores that ab kept busy
 */
export async function runAb({ url, users, seconds, limit = hardDescriptorLimit() }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-ab-'));
  try {
    const bytesEach = await answerBytes(url);
    const shares = spread(users, limit);
    const { done: reports, cpuCores } = await coresWhile(() =>
      Promise.all(shares.map((share, index) => oneProcess(url, share, seconds, path.join(folder, `${index}.tsv`)))),
    );
    const times = new Latencies();
    for (const { raw } of reports) await addRawTimes(raw, times);
    const { ok, bytes, ...failures } = sumsOf(reports.map(({ counts }) => counts));
    const requests = Math.min(ok, Math.floor(bytes / bytesEach));
    return {
      processes: shares.length,
      seconds: Math.max(...reports.map((report) => report.seconds)),
      counts: { requests, empty: ok - requests, ...failures },
      times,
      cpuCores,
      deaths: reports.flatMap(({ death }) => death ?? []),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the length of an answer, head and body: ab's total of bytes then tells how many answers came.
 * @param {string} url @returns {Promise<number>} bytes; those of the shortest possible answer if none came
 */
async function answerBytes(url) {
  for (let tries = 1; tries <= 5; tries++) {
    const { out } = await runProgram('ab', ['-q', '-s', '2', url]);
    const { bytes } = readReport(out).counts;
    if (bytes >= LEAST_BYTES) return bytes;
  }
  return LEAST_BYTES;
}

/** @param {Array<Record<string, number>>} reports with the same names @returns {Record<string, number>} */
const sumsOf = (reports) =>
  Object.fromEntries(Object.keys(reports[0]).map((name) => [name, reports.reduce((sum, each) => sum + each[name], 0)]));

/** @param {string} url @param {number} concurrency @param {number} seconds @param {string} raw */
async function oneProcess(url, concurrency, seconds, raw) {
  const maxRequests = String(seconds * MOST_PER_SECOND);
  // -n follows -t, which sets it to 50,000; -r continues after socket errors; -s waits longer than the run.
  const times = ['-s', String(seconds + 10), '-t', String(seconds), '-n', maxRequests];
  const words = ['-q', '-r', ...times, '-c', String(concurrency), '-g', raw, url];
  const { code, out, err } = await runProgram('ab', words);
  const report = readReport(out);
  const timeouts = /timeout specified has expired/.test(err) ? concurrency : 0;
  // An ab that fails prints no report.
  const lastLine = err.trim().split('\n').at(-1);
  const death = `ab -c ${concurrency} ended with ${code}, what it was answered is not known: ${lastLine}`;
  return { ...report, counts: { ...report.counts, timeouts }, raw, death: code === 0 ? null : death };
}

/** @param {string} text what ab printed @returns {{seconds: number, counts: Record<string, number>}} */
export function readReport(text) {
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(text)?.[1] ?? 0);
  const complete = number(/^Complete requests:\s+(\d+)/m);
  const bytes = number(/^Total transferred:\s+(\d+)/m);
  const otherCodes = number(/^Non-2xx responses:\s+(\d+)/m);
  const refused = number(/Connect: (\d+)/);
  const reset = number(/Receive: (\d+)/);
  const exceptions = number(/Exceptions: (\d+)/);
  // ab counts a request whose connection broke as complete, and also as failed: as reset, and mostly as an exception
  // too. It counts a connection that the server closed without a byte only as complete: the bytes tell these apart.
  const otherExceptions = Math.max(0, exceptions - reset);
  const ok = Math.max(0, complete - otherCodes - refused - reset - otherExceptions);
  return {
    seconds: number(/^Time taken for tests:\s+([\d.]+)/m),
    counts: { ok, bytes, otherCodes, refused, reset, exceptions: otherExceptions },
  };
}

/**
 * Reads `-g` output: one line per request, whose fifth column is the whole time in ms.
 * @param {string} file @param {Latencies} times receives the times
 */
export async function addRawTimes(file, times) {
  if (!fs.existsSync(file)) return;
  /** @type {Map<number, number>} */
  const counts = new Map();
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const ms = Number(line.split('\t')[4]);
    if (Number.isFinite(ms)) counts.set(ms, (counts.get(ms) ?? 0) + 1);
  }
  for (const [ms, count] of counts) times.record(ms, count);
}

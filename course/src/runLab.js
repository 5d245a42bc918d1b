import os from 'node:os';
import { provenance } from '../../load/src/record/provenance.js';
import { findEndpoint } from '../../load/src/server/endpoint.js';
import { startFreshInstance } from '../../load/src/server/instance.js';
import { labCommand } from './course.js';
import { cellText, seenText } from './texts.js';
import { lectureChats } from './lectureChats.js';

/** @import { Claim, Context, Measured } from './lab.js' */
/** @import { NumberedLab } from './course.js' */

/**
 * A run of a lab, as it is shown, saved and drawn.
 * @typedef {object} LabRecord
 * @property {string} lab the lab's id @property {string} number @property {string} title
 * @property {string} command
 * @property {string} commit @property {string} machine @property {string} date
 * @property {number} load machine's load average (one minute) at the start
 * @property {number} seconds duration of the run
 * @property {Record<string, Record<string, Array<[number, number | null]>>>} series points by chart and line
 * @property {{head: string[], rows: string[][]}} table
 * @property {Checked[]} claims
 * @property {string[]} remarks
 * @property {boolean} held whether every claim held
 *
 * @typedef {Claim & Measured & {held: boolean, seen: string}} Checked seen: what was measured, in words
 *
 * @typedef {{step: string, at: number} | {point: {chart: string, line: string, x: number, y: number | null}, at:
 *   number}} LabEvent at: seconds since the run began
 */

/**
 * @param {NumberedLab} lab
 * @param {object} [options]
 * @param {string} [options.instance] one of `infra/up --lecture`
 * @param {(event: LabEvent) => void} [options.onEvent] is called with each step and point
 * @returns {Promise<LabRecord>}
 */
export async function runLab(lab, { instance = 'dev', onEvent = () => {} } = {}) {
  const began = performance.now();
  const at = () => (performance.now() - began) / 1000;
  const load = os.loadavg()[0];
  /** @type {LabRecord['series']} */
  const series = Object.fromEntries(
    lab.charts.map(({ key, lines }) => [key, Object.fromEntries(lines.map((line) => [line.key, []]))]),
  );
  /** @type {Array<() => Promise<unknown> | void>} */
  const ends = [];
  /** @type {Context} */
  const context = {
    say: (text) => onEvent({ step: text, at: at() }),
    point(chart, line, x, y) {
      series[chart][line].push([x, y]);
      onEvent({ point: { chart, line, x, y }, at: at() });
    },
    atEnd: (end) => ends.unshift(end),
    async startChat(chat, env) {
      const server = await startFreshInstance(chat, { env, embedded: true });
      context.atEnd(server.stop);
      return { ...server, endpoint: await findEndpoint(server.url) };
    },
    chats: lab.servers === 'lecture' ? await lectureChats(instance) : /** @type {any} */ (null),
  };
  try {
    const seen = [await lab.run(context)].flat();
    const claims = lab.claims.map((claim) => {
      const measured = seen.map((part) => part.measured[claim.key]).find(Boolean);
      if (!measured) throw new Error(`Lab ${lab.number} has not measured its claim ${claim.key}.`);
      return check(claim, measured);
    });
    return {
      lab: lab.id,
      number: lab.number,
      title: lab.title,
      command: labCommand(lab),
      ...provenance(),
      date: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      load,
      seconds: at(),
      series,
      table: { head: lab.head, rows: seen.flatMap(({ rows }) => rows.map((row) => row.map(cellText))) },
      claims,
      remarks: seen.flatMap(({ remarks = [] }) => remarks),
      held: claims.every((claim) => claim.held),
    };
  } finally {
    for (const end of ends) {
      // One failed clean-up must not stop the others.
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  }
}

/** @param {Claim} claim @param {Measured} measured @returns {Checked} */
function check(claim, measured) {
  return { ...claim, ...measured, held: holds(claim, measured), seen: seenText(measured) };
}

/** @param {Claim} claim @param {Measured} measured @returns {boolean} */
function holds({ atLeast = 0, atMost = Infinity }, measured) {
  const value = 'count' in measured ? measured.count : measured.over.value / measured.under.value;
  // A value that is not finite means that nothing was measured, which shows no effect.
  return Number.isFinite(value) && value >= atLeast && value <= atMost;
}

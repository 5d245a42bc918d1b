import { setTimeout as sleep } from 'node:timers/promises';
import { Latencies } from '../../load/src/ledger/latencies.js';
import { Probe } from './probe.js';

/** @import { ProbeAnswer } from './probe.js' */
/** @import { Chart, ChartLine, Context } from './lab.js' */

/**
 * @typedef {{key: string, name: string, chat: 'node' | 'laravel', where: 'loop' | 'worker'}} Place where work is done;
 *   key: that of its line in the chart
 */

/** @param {ChartLine[]} lines @returns {Chart} */
export const waitChart = (lines) => ({
  key: 'delay',
  title: 'How long GET /empty takes, by when it was asked',
  x: { label: 's' },
  y: { label: 'ms' },
  lines,
});

/**
 * Does the same work at one place after the other, and polls the loop of that chat before, meanwhile and after. If
 * php-fpm's workers do the work, it polls them too.
 * @param {Context} context
 * @param {object} plan
 * @param {readonly Place[]} plan.places
 * @param {{key: string, asked: string}} plan.workers key of php-fpm's workers' line in the chart, and their name
 * @param {string} plan.doing the work in words
 * @param {(place: Place) => Promise<unknown>} plan.work
 * @param {number} plan.quietMs pause before the work, and after it
 */
export async function besideWork({ say, point, atEnd, chats }, { places, workers, doing, work, quietMs }) {
  /** @type {Array<[place: string, asked: string, workSeconds: number, ...ms: number[]]>} */
  const rows = [];
  /** @type {Record<string, number>} ms, by line */
  const p50 = {};
  for (const place of places) {
    say(`${place.name}: ${doing}`);
    const { url, loop } = chats[place.chat];
    const isPool = place.chat === 'laravel' && place.where === 'worker';
    const others = [{ key: place.key, asked: 'the loop', url: loop.url }, ...(isPool ? [{ ...workers, url }] : [])];
    const polled = others.map((one) => {
      /** @type {ProbeAnswer[]} */
      const answers = [];
      const probe = new Probe(one.url, (answer) => {
        answers.push(answer);
        point('delay', one.key, answer.at, answer.ms);
      });
      atEnd(() => probe.abandon());
      return { ...one, answers, probe };
    });
    const [{ probe: clock }] = polled;
    await sleep(quietMs);
    const from = clock.elapsedMs;
    await work(place);
    const to = clock.elapsedMs;
    await sleep(quietMs);
    for (const { key, asked, answers, probe } of polled) {
      await probe.stop();
      const quiet = latenciesOf(answers, 0, from);
      const during = latenciesOf(answers, from, to);
      p50[key] = during.percentile(50);
      const waits = [quiet.percentile(50), p50[key], during.percentile(100)];
      const failed = answers.filter(({ ms }) => ms === null).length;
      rows.push([place.name, asked, (to - from) / 1000, ...waits, failed]);
    }
  }
  /** @param {[key: string, name: string]} over @param {[key: string, name: string]} under */
  const compare = (over, under) => ({
    unit: 'ms',
    over: { name: over[1], value: p50[over[0]] },
    under: { name: under[1], value: p50[under[0]] },
  });
  return { rows, compare };
}

/** @param {ProbeAnswer[]} answers @param {number} fromMs since the probe began @param {number} toMs */
function latenciesOf(answers, fromMs, toMs) {
  const latencies = new Latencies();
  for (const { at, ms } of answers) if (ms !== null && at * 1000 >= fromMs && at * 1000 < toMs) latencies.record(ms);
  return latencies;
}

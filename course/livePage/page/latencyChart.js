import { chartOf } from '../../charts/chartOf.js';
import { element } from '../../charts/element.js';
import { lookOfTarget, variant } from '../../charts/looks.js';
import { KEPT_MS, marksWithin, nowOf, probedUrls } from '../lastMinute.js';
import { FELT_NAMES, msText } from './minuteWords.js';
import { signOf } from './targetSign.js';

const TICKS = Array.from({ length: 7 }, (_, place) => (place - 6) * 10);
// Of two seconds.
const LATE_LOOKS = 8;

/**
 * What another user waited, on a logarithmic axis.
 * @param {HTMLElement} into
 */
export function latencyChart(into) {
  /**
   * @type {{targets: string, chart: import('../../charts/chartOf.js').Chart, figures: HTMLElement[], late: HTMLElement}
   *   | null}
   */
  let drawn = null;

  /** @param {string[]} targets */
  function begin(targets) {
    drawn?.chart.destroy();
    const figures = targets.map((target) =>
      element('output', { class: 'felt-figure', 'aria-label': `${FELT_NAMES[target]}, now` }, ['–']),
    );
    const legend = element(
      'ul',
      { class: 'felt-legend' },
      targets.map((target, place) => element('li', {}, [signOf(target), FELT_NAMES[target], figures[place]])),
    );
    const area = element('div', { class: 'panel-chart' });
    const late = element('span', { class: 'bound-note', hidden: '' }, [
      'this machine is too busy: the probe itself is late',
    ]);
    into.replaceChildren(
      element('h2', {}, [
        'Another user waits ',
        element('span', { class: 'unit' }, ['ms for GET /empty, asked 4 times a second']),
        ' ',
        late,
      ]),
      element('div', { class: 'panel felt-panel' }, [legend, area]),
    );
    const chart = chartOf(area, linesOf(targets), {
      title: 'Another user waits',
      x: { label: 's', ticks: TICKS },
      y: { label: 'ms', scale: 'log', note: 'Logarithmic: from a tenth of a ms to seconds in one picture.' },
      height: 'fill',
      bare: true,
      left: () => leftOf(into),
      right: () => rightOf(into),
    });
    drawn = { targets: targets.join(), chart, figures, late };
    return drawn;
  }

  return {
    /** @param {import('../lastMinute.js').LastMinute} minute */
    update(minute) {
      const targets = (minute.chats ?? []).flatMap((chat) => Object.keys(probedUrls(chat)));
      const { chart, figures, late } = drawn?.targets === targets.join() ? drawn : begin(targets);
      const now = nowOf(minute);
      const seconds = (/** @type {number} */ at) => Math.round((at - now) / 10) / 100;
      chart.update(
        linesOf(targets, (target) => [
          ...minute.felt.filter((one) => one.target === target).map(({ at, ms }) => ({ x: seconds(at), y: ms })),
          // What has no answer yet has waited for so long already.
          ...minute.unfelt
            .filter((one) => one.target === target)
            .map(({ at }) => ({ x: seconds(at), y: Math.max(1, now - at) })),
        ]),
        marksWithin(minute).map(({ at, label, number }) => ({ x: seconds(at), label, number })),
      );
      late.hidden = minute.looks.slice(-LATE_LOOKS).filter((one) => one.late).length < LATE_LOOKS / 2;
      for (const [place, figure] of figures.entries()) figure.textContent = feltNow(minute, targets[place]);
    },
  };
}

/** @param {HTMLElement} inside @param {string} property in rem @returns {number} px */
const lengthOf = (inside, property) =>
  parseFloat(getComputedStyle(inside).getPropertyValue(property)) *
  parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * @param {HTMLElement} inside
 * @returns {number} px from its left edge to where its seconds begin: charts and lanes have them on one line
 */
export const leftOf = (inside) => lengthOf(inside, '--lane-left');

/** @param {HTMLElement} inside @returns {number} px from where its seconds end to its right edge */
export const rightOf = (inside) => lengthOf(inside, '--lane-right');

/** @param {number} at @param {number} now @param {number} from px @param {number} to px @returns {number} px */
export const secondsPlace = (at, now, from, to) => from + Math.max(0, 1 + (at - now) / KEPT_MS) * (to - from);

/** @param {string[]} targets @param {(target: string) => import('../../charts/alignedPoints.js').Point[]} [pointsOf] */
const linesOf = (targets, pointsOf = () => []) =>
  targets.map((target, place) => ({
    name: FELT_NAMES[target],
    look: { ...variant(lookOfTarget(target), place), shape: null },
    points: pointsOf(target).sort((one, other) => one.x - other.x),
  }));

/** @param {import('../lastMinute.js').LastMinute} minute @param {string} target @returns {string} */
function feltNow(minute, target) {
  const waiting = minute.unfelt.find((one) => one.target === target);
  const last = minute.felt.findLast((one) => one.target === target);
  const waited = waiting ? nowOf(minute) - waiting.at : 0;
  if (waited > (last?.ms ?? 0) && waited > 1) return msText(waited);
  if (!last) return '–';
  return last.ms === null ? 'no answer' : msText(last.ms);
}

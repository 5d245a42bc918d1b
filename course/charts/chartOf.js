import uPlot from 'uplot';
import { alignedPoints } from './alignedPoints.js';
import { decadesAround, endOf, evenSplits, placeOn, readableLabels } from './axes.js';
import { drawMarks } from './drawMarks.js';
import { drawPoint } from './drawPoints.js';
import { element, setAttributes } from './element.js';
import { figuresTable } from './figuresTable.js';
import { legend } from './legend.js';
import { DASHES } from './looks.js';
import { tickText, valueText } from '../../load/src/record/numbers.js';
import { whenInkChanges } from './whenInkChanges.js';

/**
 * @typedef {import('./alignedPoints.js').Line} Line
 * @typedef {import('./drawMarks.js').Mark} Mark
 *
 * @typedef {object} ChartOptions
 * @property {string} title @property {string} [lead] a sentence under it: what to look for
 * @property {import('./axes.js').XAxis} x @property {import('./axes.js').YAxis} y
 * @property {number | 'fill'} [height] CSS px where its text has 12 px, without title and legend; fill: as high as CSS
 *   makes .chart-area
 * @property {string} [together] charts of one such name have one cursor
 * @property {boolean} [bare] axes without their labels: what stands around the chart says them
 * @property {() => number} [left] CSS px from its left edge to where x begins, for what stands under it to lie on the
 *   same x
 * @property {() => number} [right] CSS px from where x ends to its right edge
 *
 * @typedef {{update: (lines: Line[], marks?: Mark[]) => void, destroy: () => void}} Chart update: the same lines with
 *   other points
 */

// CSS px where its text has 12 px: all of them grow with it.
const HEIGHT = 260;
const RIGHT = 18;
const TOP = 12;
const TICK = 4;
const GAP = 5;
const X_AXIS = 23;
const LABEL = 20;
// The least between lines of an axis.
const X_SPACE = 48;
const Y_SPACE = 30;

/**
 * Draws a chart into an element.
 * @param {HTMLElement} into @param {Line[]} lines @param {ChartOptions & {marks?: Mark[]}} options
 * @returns {Chart}
 */
export function chartOf(
  into,
  lines,
  { title, lead, x, y, height = HEIGHT, together, bare = false, left, right, marks = [] },
) {
  let shown = { lines, marks, ...alignedPoints(lines) };
  const names = legend(lines, (place, show) => plot.setSeries(place + 1, { show }));
  const area = element('div', { class: 'chart-area' });
  const markList = element('ol', { class: 'chart-marks' });
  const notes = [y.note, lines.some(hasBound) && 'Hatched: the load client set the figure, not the server.'];
  const figure = element('figure', { class: 'chart' }, [
    element('figcaption', {}, [
      element('span', { class: 'chart-title' }, [title]),
      ...(lead ? [element('span', { class: 'chart-lead' }, [lead])] : []),
    ]),
    area,
    names.root,
    markList,
    element('p', { class: 'chart-note' }, [notes.filter(Boolean).join(' ')]),
    figuresTable(() => ({ xLabel: x.label, ...shown })),
  ]);
  into.append(figure);
  tellMarks(markList, marks, x.label);

  const place = placeOn(x);
  let ink = inkOf(figure);
  let plot = draw();

  function size() {
    return {
      width: area.clientWidth || 600,
      height: height === 'fill' ? area.clientHeight : Math.round(height * ink.scale),
    };
  }

  /** @returns {uPlot} with text of the size that the page has now */
  function draw() {
    const { scale } = ink;
    return new uPlot(
      {
        ...size(),
        legend: { show: false },
        padding: [TOP * scale, right ?? RIGHT * scale, 0, 0],
        cursor: {
          y: false,
          // Over seconds one may look closer: drag along them, and double-click to see all again.
          drag: { x: x.scale === undefined || x.scale === 'linear', y: false },
          ...(together && { sync: { key: together } }),
          points: { show: false },
        },
        scales: {
          x: { time: false, range: (_, least, greatest) => xRange(x, least, greatest) },
          y:
            y.scale === 'log'
              ? { distr: 3, range: decades }
              : { range: () => [0, endOf(highest(shown.points), y.most)] },
        },
        axes: [
          {
            ...axisLook(ink),
            ...(!bare && { label: x.label }),
            size: X_AXIS * scale,
            labelSize: LABEL * scale,
            space: X_SPACE * scale,
            ...(x.ticks && { splits: (x.ticks ?? []).map(place) }),
            values: (self, splits) => {
              const texts = splits.map((split) => tickText(valueAt(x, split)));
              return readableLabels(
                texts,
                (at) => self.valToPos(splits[at], 'x'),
                (at) => ink.width(texts[at]),
                ink.px,
              );
            },
          },
          {
            ...axisLook(ink),
            ...(!bare && { label: y.label }),
            splits:
              y.scale === 'log'
                ? wholeDecades
                : (self, _, __, end) => evenSplits(end, self.bbox.height / uPlot.pxRatio / (Y_SPACE * scale)),
            size: (_, texts) => left?.() ?? Math.max(0, ...(texts ?? []).map(ink.width)) + (TICK + GAP) * scale,
            labelSize: LABEL * scale,
            values: (self, splits) => {
              const texts = splits.map((split) => (split === null ? '' : tickText(split)));
              return readableLabels(
                texts,
                (at) => self.valToPos(splits[at], 'y'),
                () => ink.px,
                0,
              );
            },
          },
        ],
        series: [
          {},
          ...lines.map(({ look }, at) => ({
            ...seriesOf(look, ink, () => names.colour(at)),
            show: names.isShown(at),
          })),
        ],
        hooks: {
          drawSeries: [(self, at) => drawPointsOf(self, at - 1)],
          draw: [drawAllMarks],
          setCursor: [({ cursor: { idx, left: across = -1 } }) => tell(across < 0 ? null : idx)],
        },
      },
      columns(shown),
      area,
    );
  }

  setAttributes(area, { role: 'img', 'aria-label': `${title}, ${y.label} over ${x.label}` });
  const sizes = new ResizeObserver(() => {
    if (area.clientWidth === 0) return;
    const now = inkOf(figure);
    if (now.px === ink.px) return plot.setSize(size());
    // uPlot keeps the fonts that it began with.
    ink = now;
    plot.destroy();
    plot = draw();
    return undefined;
  });
  sizes.observe(area);
  const forgetInk = whenInkChanges(() => plot.redraw(false));

  /** @param {typeof shown} drawn @returns {uPlot.AlignedData} */
  function columns({ xs, points }) {
    return [xs.map(place), ...points.map((line) => line.map((point) => (point === undefined ? undefined : point.y)))];
  }

  /** @param {uPlot} self @param {number} line */
  function drawPointsOf(self, line) {
    const { look } = lines[line];
    const pen = {
      context: self.ctx,
      colour: names.colour(line),
      ground: ink.ground(),
      ratio: uPlot.pxRatio * ink.scale,
    };
    const at = (/** @type {number | undefined} */ value) =>
      value === undefined ? null : self.valToPos(value, 'y', true);
    self.ctx.save();
    for (const [index, point] of shown.points[line].entries()) {
      if (!point || point.y === null) continue;
      drawPoint(pen, look, {
        x: self.valToPos(self.data[0][index], 'x', true),
        y: self.valToPos(point.y, 'y', true),
        least: at(point.least),
        greatest: at(point.greatest),
        bound: point.bound ?? false,
      });
    }
    self.ctx.restore();
  }

  /** @param {uPlot} self */
  function drawAllMarks(self) {
    const xs = shown.marks.map((mark) => self.valToPos(place(mark.x), 'x', true));
    const numbers = shown.marks.map(({ number }, at) => number ?? at + 1);
    drawMarks(self.ctx, self.bbox, xs, numbers, {
      colour: ink.soft(),
      ground: ink.ground(),
      font: ink.font(uPlot.pxRatio),
      ratio: uPlot.pxRatio * ink.scale,
    });
  }

  /** @param {number | null | undefined} at */
  function tell(at) {
    if (at === null || at === undefined) return names.tell('', []);
    names.tell(
      `at ${valueText(shown.xs[at])} ${x.label}`,
      shown.points.map((line) => (line[at] === undefined ? undefined : line[at].y)),
    );
  }

  return {
    update(next, nextMarks = shown.marks) {
      shown = { lines: next, marks: nextMarks, ...alignedPoints(next) };
      tellMarks(markList, nextMarks, x.label);
      plot.setData(columns(shown));
    },
    destroy() {
      sizes.disconnect();
      forgetInk();
      plot.destroy();
      figure.remove();
    },
  };
}

/** @param {Line} line */
const hasBound = ({ points }) => points.some(({ bound }) => bound);

/**
 * @param {Array<Array<import('./alignedPoints.js').Point | undefined>>} points
 * @returns {number} of values and ends of intervals
 */
const highest = (points) =>
  Math.max(0, ...points.flatMap((line) => line.flatMap((point) => [point?.y ?? 0, point?.greatest ?? 0])));

/** @param {uPlot} _ @param {number | null} least @param {number | null} greatest @returns {[number, number]} */
const decades = (_, least, greatest) =>
  least === null || greatest === null ? [1, 10] : decadesAround(least, greatest);

/**
 * @param {uPlot} _
 * @param {number} __
 * @param {number} least
 * @param {number} greatest
 * @returns {number[]} powers of ten alone: the lines between them would be more than the curves
 */
const wholeDecades = (_, __, least, greatest) =>
  Array.from({ length: Math.round(Math.log10(greatest / least)) + 1 }, (___, place) => least * 10 ** place);

/**
 * @param {import('./axes.js').XAxis} axis
 * @param {number | null} least
 * @param {number | null} greatest
 * @returns {[number, number]} in its own measure, with room for a point at each end
 */
function xRange(axis, least, greatest) {
  const place = placeOn(axis);
  const ends = [least ?? 0, greatest ?? 1, ...(axis.ticks ?? []).map(place)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  if (from === to) return [from - 0.5, to + 0.5];
  const room = axis.scale === 'log' ? 0.02 * (to - from) : 0;
  return [from - room, to + room];
}

/**
 * @param {import('./axes.js').XAxis} axis
 * @param {number} place in its own measure
 * @returns {number} what lies there
 */
function valueAt({ scale, ticks }, place) {
  if (scale === undefined || scale === 'linear') return place;
  const of = placeOn({ label: '', scale });
  const tick = ticks?.find((one) => Math.abs(of(one) - place) < 1e-9);
  return tick ?? (scale === 'log' ? 10 ** place : 100 * (1 - 10 ** -place));
}

/** @param {import('./looks.js').Look} look @param {Ink} ink @param {() => string} colour @returns {uPlot.Series} */
function seriesOf({ dash = 'solid', width = 2 }, { scale }, colour) {
  return {
    stroke: colour,
    width: width * scale,
    dash: DASHES[dash].map((length) => length * scale),
    points: { show: false },
  };
}

// The size of --text-small, which charts have unless the page says otherwise.
const TEXT_PX = 12;

/** @typedef {ReturnType<typeof inkOf>} Ink */

/** @param {HTMLElement} figure @returns what its text and ground are drawn with; its size is that of now */
function inkOf(figure) {
  const style = getComputedStyle(figure);
  // uPlot reads whole numbers alone.
  const px = Math.round(parseFloat(style.fontSize)) || TEXT_PX;
  const font = (/** @type {number} */ ratio = 1) => `${px * ratio}px ${style.fontFamily}`;
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  return {
    px,
    /** How much larger than usual its text is. */
    scale: px / TEXT_PX,
    soft: () => style.color,
    ground: () => style.backgroundColor,
    line: () => style.borderTopColor,
    font,
    width: (/** @type {string} */ text) => {
      pen.font = font();
      return pen.measureText(text).width;
    },
  };
}

/** @param {Ink} ink @returns {uPlot.Axis} */
function axisLook(ink) {
  const line = { stroke: () => ink.line(), width: 1 };
  return {
    ...{ stroke: () => ink.soft(), font: ink.font(), labelFont: ink.font() },
    ...{ gap: GAP * ink.scale, labelGap: GAP * ink.scale },
    ...{ grid: line, ticks: { ...line, size: TICK * ink.scale } },
  };
}

/** @param {HTMLElement} list @param {Mark[]} marks @param {string} unit */
function tellMarks(list, marks, unit) {
  list.replaceChildren(...marks.map(({ x, label }) => element('li', {}, [`${label} (${unit} ${valueText(x)})`])));
}

/** @import { Minute } from '../watch.js' */
/** @import { CustomSeriesRenderItemAPI, EChartsOption } from 'echarts' */
/** @import { Lanes } from '../lanes.js' */

const KEPT_S = 60;
// The axis reaches at least this far, so that the few ms of an idle chat look small.
const LEAST_MS = 500;
// A longer time between two looks is a gap: the states in it are unknown.
const MOST_BETWEEN_S = 2;

/**
 * Charts the last minute: how long another user waits, and below, on the same axis, what each loop and worker does.
 * @param {Minute} minute @param {ReturnType<typeof import('./chart.js').look>} look
 * @returns {EChartsOption}
 */
export function lanesOption(minute, { ink, font, px, colourOf }) {
  const text = { color: ink, fontFamily: font, fontSize: px };
  const secondsOf = (/** @type {number} */ at) => (at - minute.at) / 1000;
  const targets = minute.chats.flatMap((chat) => chat.targets);
  const rows = rowsOf(minute);
  const left = 10.5 * px;
  const seconds = {
    type: /** @type {const} */ ('value'),
    min: -KEPT_S,
    max: 0,
    interval: 10,
    splitLine: { show: false },
  };
  const noLine = { axisLine: { show: false }, axisTick: { show: false } };
  const marks = minute.marks.filter(({ at }) => secondsOf(at) > -KEPT_S);
  const markLine = (/** @type {boolean} */ isNamed) => ({
    silent: true,
    symbol: 'none',
    animation: false,
    lineStyle: { color: ink, type: 'dotted', width: 1.5 },
    label: { ...text, show: isNamed, formatter: ({ name = '' }) => name, distance: 2 },
    data: marks.map(({ at, number }) => ({ xAxis: secondsOf(at), name: String(number) })),
  });
  return {
    animation: false,
    textStyle: text,
    title: { text: 'Another user waits, ms', left: 0, textStyle: { ...text, fontWeight: 600 } },
    grid: [
      { left, right: px, top: 3.2 * px, bottom: '52%' },
      { left, right: px, top: '52%', bottom: 2 * px },
    ],
    xAxis: [
      { ...seconds, gridIndex: 0, axisLabel: { show: false } },
      { ...seconds, gridIndex: 1, axisLabel: { ...text, formatter: '{value} s', hideOverlap: true } },
    ],
    yAxis: [
      {
        ...noLine,
        type: 'value',
        min: 0,
        max: ({ max }) => Math.max(LEAST_MS, max),
        splitNumber: 3,
        splitLine: { lineStyle: { color: ink, opacity: 0.12 } },
        axisLabel: { ...text, showMaxLabel: false },
      },
      {
        ...noLine,
        type: 'category',
        gridIndex: 1,
        inverse: true,
        data: rows.map(({ name }) => name),
        axisLabel: { ...text, interval: 0 },
      },
    ],
    series: /** @type {any[]} */ ([
      ...targets.map((target, index) => ({
        type: 'line',
        symbol: 'none',
        lineStyle: { color: colourOf(target, ink), width: 3, type: ['solid', 'dashed', 'dotted'][index % 3] },
        data: minute.waits
          .filter((wait) => wait.target === target)
          .map(({ at, ms }) => [secondsOf(at), ms])
          .sort(([one], [other]) => Number(one) - Number(other)),
        ...(index === 0 && { markLine: markLine(true) }),
      })),
      {
        type: 'custom',
        xAxisIndex: 1,
        yAxisIndex: 1,
        silent: true,
        markLine: markLine(false),
        data: rows.flatMap(({ stretches }, row) => stretches.map((stretch) => [row, ...stretch])),
        renderItem: (/** @type {unknown} */ _, /** @type {CustomSeriesRenderItemAPI} */ api) => {
          const [row, from, to, state, share] = [0, 1, 2, 3, 4].map((index) => Number(api.value(index)));
          const { target } = rows[row];
          const colour = target ? colourOf(target, ink) : ink;
          return blockOf(api, { row, from: Math.max(-KEPT_S, from), to, state, share, colour });
        },
        encode: { x: [1, 2], y: 0 },
      },
    ]),
  };
}

/** ECharts takes the state of a look as an index into this list. */
const STATES = ['away', 'idle', 'waiting', 'busy', 'queue'];

/**
 * Draws idle as a line, busy as a block, waiting as a hatched block, and a queue as a block as high as it is long.
 * @param {CustomSeriesRenderItemAPI} api
 * @param {{row: number, from: number, to: number, state: number, share: number, colour: string}} block
 */
function blockOf(api, { row, from, to, state, share, colour }) {
  const [x, middle] = api.coord([from, row]);
  const [end] = api.coord([to, row]);
  const size = api.size?.([0, 1]);
  const height = 0.8 * (Array.isArray(size) ? size[1] : 0);
  const rect = (/** @type {number} */ y, /** @type {number} */ high, /** @type {object} */ style) => ({
    type: /** @type {const} */ ('rect'),
    shape: { x, y, width: end - x, height: high },
    style: { fill: colour, ...style },
  });
  switch (STATES[state]) {
    case 'idle':
      return rect(middle - 1, 2, {});
    case 'busy':
      return rect(middle - height / 2, height, {});
    case 'waiting':
      return rect(middle - height / 2, height, {
        fill: 'transparent',
        stroke: colour,
        lineWidth: 2,
        decal: { symbol: 'rect', color: colour, dashArrayX: [1, 0], dashArrayY: [3, 5], rotation: -Math.PI / 4 },
      });
    case 'queue':
      return rect(middle + height / 2 - share * height, share * height, { opacity: 0.55 });
    default:
      return null;
  }
}

/**
 * @typedef {[from: number, to: number, state: number, share: number]} Stretch a state of a lane; from, to: s
 * @param {Minute} minute
 * @returns {Array<{name: string, target: string, stretches: Stretch[]}>} a row for each loop, worker and queue
 */
export function rowsOf(minute) {
  return minute.chats.flatMap(({ name, title }) => {
    const count = Math.max(0, ...minute.looks.map(({ chats }) => chats[name]?.workers.length ?? 0));
    const stretchesIn = (/** @type {(look: Lanes) => string | undefined} */ stateIn) => {
      const stateOf = (/** @type {Lanes} */ look) => STATES.indexOf(stateIn(look) ?? 'away');
      return stretchesOf(minute, name, stateOf, () => 1);
    };
    const workers = Array.from({ length: count }, (_, worker) => ({
      name: worker === 0 ? `${count} workers` : '',
      target: `${name}-workers`,
      stretches: stretchesIn(({ workers: states }) => states[worker]),
    }));
    const most = Math.max(1, ...minute.looks.map(({ chats }) => chats[name]?.waiting ?? 0));
    // The square root keeps one waiting request visible in a chart that also has a thousand.
    const shareOf = (/** @type {Lanes} */ { waiting }) => Math.sqrt((waiting ?? 0) / most);
    const queue = {
      name: 'their queue',
      target: '',
      stretches: stretchesOf(minute, name, () => STATES.indexOf('queue'), shareOf).filter(([, , , share]) => share > 0),
    };
    return [
      { name: `${title} loop`, target: name, stretches: stretchesIn(({ loop }) => loop) },
      ...(count > 0 ? [...workers, queue] : []),
    ];
  });
}

/**
 * Joins equal states of neighbouring looks into stretches. A look covers the time since the look before.
 * @param {Minute} minute @param {string} chat
 * @param {(look: Lanes) => number} stateOf
 * @param {(look: Lanes) => number} shareOf
 * @returns {Stretch[]}
 */
function stretchesOf({ at: now, looks }, chat, stateOf, shareOf) {
  /** @type {Stretch[]} */
  const found = [];
  for (const [index, { at, chats }] of looks.entries()) {
    const look = chats[chat];
    const to = (at - now) / 1000;
    const from = index === 0 ? to : (looks[index - 1].at - now) / 1000;
    if (!look || to - from > MOST_BETWEEN_S) continue;
    const [state, share] = [stateOf(look), shareOf(look)];
    const last = found.at(-1);
    if (last && last[1] === from && last[2] === state && last[3] === share) last[1] = to;
    else found.push([from, to, state, share]);
  }
  return found;
}

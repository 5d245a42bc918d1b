/** @import { EChartsOption } from 'echarts' */

/**
 * @typedef {{label: string, scale?: 'linear' | 'log'}} Axis scale: linear from zero unless given
 *
 * @typedef {object} Line
 * @property {string} name
 * @property {string} colour
 * @property {string} symbol a symbol's name in ECharts
 * @property {boolean} [dashed]
 * @property {Array<[number, number | null]>} points
 * @property {boolean[]} [hollow] true: the point is an outline
 *
 * @typedef {{title: string, note?: string, x: Axis, y: Axis, lines: Line[]}} LineChart note: stands beside the title
 *
 * @typedef {object} Look
 * @property {string} ink @property {string} font @property {number} px font size
 * @property {number} perRow names of lines in each row of the legend
 */

/**
 * Makes an ECharts line chart for a report, docs/labs and the live page of the course.
 * @param {LineChart} chart @param {Look} look
 * @returns {EChartsOption}
 */
export function lineOption({ title, note, x, y, lines }, { ink, font, px, perRow }) {
  // One name in a row means several charts in a row, which have little space.
  const small = perRow === 1 ? 0.88 * px : px;
  const text = { color: ink, fontFamily: font, fontSize: px };
  const axis = (/** @type {Axis} */ { label, scale }) => ({
    type: /** @type {'log' | 'value'} */ (scale === 'log' ? 'log' : 'value'),
    name: label,
    axisLabel: { ...text, hideOverlap: true },
    nameTextStyle: text,
    axisLine: { lineStyle: { color: ink } },
    splitLine: { lineStyle: { color: ink, opacity: 0.12 } },
  });
  return {
    animation: false,
    textStyle: text,
    title: [
      { text: title, left: 0, textStyle: { ...text, fontSize: small, fontWeight: 600 } },
      ...(note
        ? [
            {
              text: note,
              left: '97%',
              textAlign: /** @type {const} */ ('right'),
              textStyle: { ...text, fontWeight: 400 },
            },
          ]
        : []),
    ],
    // Without a canvas ECharts guesses the widths of texts: the gap keeps names apart.
    legend: { bottom: 0, left: 0, itemWidth: 2 * px, itemGap: perRow === 1 ? 0.4 * px : 2 * px, textStyle: text },
    grid: {
      left: 0.5 * px,
      right: 2 * px,
      // ECharts places the title and the axis's name at fixed distances.
      top: 45 + 2 * px,
      bottom: (2.8 + (perRow === 1 ? 1.3 : 1.7) * Math.ceil(lines.length / perRow)) * px,
      containLabel: true,
    },
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    xAxis: { ...axis(x), nameLocation: 'middle', nameGap: 2 * px, splitLine: { show: false } },
    // The axis's name starts at the axis, above it.
    yAxis: { ...axis(y), nameTextStyle: { ...text, align: 'left' } },
    series: lines.map(({ name, colour, symbol, dashed, points, hollow }) => ({
      type: 'line',
      name,
      data: points.map((value, index) => (hollow?.[index] ? { value, symbol: outlineOf(symbol) } : value)),
      symbol,
      symbolSize: 0.5 * px,
      lineStyle: { color: colour, width: 2.5, type: dashed ? 'dashed' : 'solid' },
      itemStyle: { color: colour },
    })),
  };
}

/** @param {string} symbol a symbol's name in ECharts, such as rect: emptyRect is its outline */
const outlineOf = (symbol) => `empty${symbol[0].toUpperCase()}${symbol.slice(1)}`;

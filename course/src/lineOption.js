/** Colours on white of lines without a target. */
const OTHERS = ['#2f5aa6', '#923a76', '#136a78', '#55600d'];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
// Symbols of more points would overlap.
const POINTS_WITH_SYMBOLS = 25;

/**
 * @typedef {object} Look
 * @property {string} ink @property {string} font @property {number} px of its letters
 * @property {number} perRow names of lines in a row of the legend
 * @property {(target: string, other: string) => string} colourOf a target's colour; `other` if it has none
 */

/**
 * A lab's chart for ECharts, in the page and in docs/labs.
 * @param {import('./lab.js').Chart} chart
 * @param {Record<string, Array<[number, number | null]>>} points by line
 * @param {Look} look
 * @returns {import('echarts').EChartsOption}
 */
export function lineOption({ title, x, y, lines }, points, { ink, font, px, colourOf, perRow }) {
  // One name in a row means several charts in a row, which have little space.
  const small = perRow === 1 ? 0.88 * px : px;
  const text = { color: ink, fontFamily: font, fontSize: px };
  const axis = (/** @type {{label: string, scale?: string}} */ { label, scale }) => ({
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
    title: { text: title, left: 0, textStyle: { ...text, fontSize: small, fontWeight: 600 } },
    // Without a canvas ECharts guesses the widths of texts: the gap keeps names apart.
    legend: { bottom: 0, left: 0, itemWidth: 2 * px, itemGap: perRow === 1 ? 0.4 * px : 2 * px, textStyle: text },
    grid: {
      left: 0.5 * px,
      right: 2 * px,
      top: 4.5 * px,
      bottom: (2.8 + (perRow === 1 ? 1.3 : 1.7) * Math.ceil(lines.length / perRow)) * px,
      containLabel: true,
    },
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    xAxis: { ...axis(x), nameLocation: 'middle', nameGap: 2 * px, splitLine: { show: false } },
    // The axis's name starts at the axis, above it.
    yAxis: { ...axis(y), nameTextStyle: { ...text, align: 'left' } },
    series: lines.map(({ key, name, target, dashed }, index) => {
      const data = [...(points[key] ?? [])].sort(([one], [other]) => one - other);
      const colour = colourOf(target, OTHERS[index % OTHERS.length]);
      return {
        type: 'line',
        name,
        data,
        symbolSize: 0.5 * px,
        symbol: data.length > POINTS_WITH_SYMBOLS ? 'none' : SYMBOLS[index % SYMBOLS.length],
        lineStyle: { color: colour, width: 2.5, type: dashed ? 'dashed' : 'solid' },
        itemStyle: { color: colour },
      };
    }),
  };
}

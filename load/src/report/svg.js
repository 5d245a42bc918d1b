import { init } from 'echarts';

const WIDTH = 640;
const INK = '#1c2126';
const SOFT = '#5a636c';
const HOLLOW = 'hollow: a run failed, or the load client limited it';

/** @param {import('./charts.js').Chart} chart @returns {string} it as SVG, the same wherever it is shown */
export function svgOf(chart) {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: 360 });
  drawn.setOption(optionOf(chart));
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}

/** @param {string} symbol of ECharts, such as rect: emptyRect is its outline */
const outlineOf = (symbol) => `empty${symbol[0].toUpperCase()}${symbol.slice(1)}`;

/** @param {import('./charts.js').Chart} chart @returns {import('echarts').EChartsOption} */
function optionOf({ title, x, y, lines }) {
  const axis = (/** @type {{name: string, log?: boolean}} */ { name, log }) => ({
    type: /** @type {'log' | 'value'} */ (log ? 'log' : 'value'),
    name,
    axisLabel: { color: SOFT },
    nameTextStyle: { color: SOFT },
    splitLine: { lineStyle: { color: '#e3e6e8' } },
  });
  return {
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    title: [
      { text: title, left: 4, textStyle: { fontSize: 15, fontWeight: 600, color: INK } },
      {
        text: lines.some(({ hollow }) => hollow?.includes(true)) ? HOLLOW : '',
        left: WIDTH - 16,
        textAlign: 'right',
        textStyle: { fontSize: 12, fontWeight: 400, color: SOFT },
      },
    ],
    // Without a canvas widths of text are guessed: the gap keeps names apart.
    legend: { bottom: 0, left: 4, itemWidth: 28, itemGap: 32, textStyle: { color: INK } },
    grid: { left: 12, right: 40, top: 64, bottom: 44 + 24 * Math.ceil(lines.length / 2), containLabel: true },
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    xAxis: { ...axis(x), nameLocation: 'middle', nameGap: 26, splitLine: { show: false } },
    yAxis: axis(y),
    series: lines.map(({ name, colour, symbol, dashed, points, hollow }) => ({
      type: 'line',
      name,
      data: points.map((value, place) => (hollow?.[place] ? { value, symbol: outlineOf(symbol) } : value)),
      symbol: dashed ? 'none' : symbol,
      symbolSize: 8,
      lineStyle: { color: colour, width: dashed ? 1.5 : 2, type: dashed ? 'dashed' : 'solid' },
      itemStyle: { color: colour },
    })),
  };
}

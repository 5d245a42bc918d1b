import { init } from 'echarts';
import { lineOption } from './lineOption.js';

/** @import { LineChart } from './lineOption.js' */
/** @import { EChartsOption } from 'echarts' */

/** Letters and lines of pictures, which have a white background everywhere. */
export const INK = { ink: '#1c2126', font: 'system-ui, sans-serif', perRow: 2 };

/** @param {LineChart} chart a report's @returns {string} SVG */
export const svgOf = (chart) => renderSvg(lineOption(chart, { ...INK, px: 13 }), { width: 640, height: 360 });

/** @param {EChartsOption} option @param {{width: number, height: number}} size @returns {string} SVG */
export function renderSvg(option, size) {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, ...size });
  drawn.setOption({ ...option, backgroundColor: '#ffffff' });
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}

import { color, init } from 'echarts';

/** @import { ECharts, EChartsOption } from 'echarts' */
/** @import { Course } from './main.js' */

/** A chart that fills its element; `option` is ECharts's. */
class ChartElement extends HTMLElement {
  /** @type {ECharts | undefined} */
  #chart;
  /** @type {EChartsOption | undefined} */
  #option;
  #size = new ResizeObserver(() => this.#chart?.resize());

  /** @returns {EChartsOption | undefined} */
  get option() {
    return this.#option;
  }

  /** @param {EChartsOption | undefined} option */
  set option(option) {
    this.#option = option;
    if (option) this.#chart?.setOption(option, { notMerge: true });
  }

  connectedCallback() {
    this.#chart = init(this);
    if (this.#option) this.#chart.setOption(this.#option);
    this.#size.observe(this);
  }

  disconnectedCallback() {
    this.#size.disconnect();
    this.#chart?.dispose();
  }
}
customElements.define('echarts-chart', ChartElement);

/**
 * Reads the page's colours for a canvas.
 * @param {Course['targets']} targets have their colours on white
 */
export function look(targets) {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { color: ink, fontFamily, fontSize } = getComputedStyle(document.body);
  return {
    ink,
    font: fontFamily,
    px: parseFloat(fontSize),
    colourOf: (/** @type {string} */ target, /** @type {string} */ other) => {
      const colour = targets[target]?.colour ?? other;
      return isDark ? String(color.lift(colour, 0.45)) : colour;
    },
  };
}

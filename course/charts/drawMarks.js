/**
 * @typedef {object} Mark a moment at which something was done
 * @property {number} x
 * @property {string} label
 * @property {number} [number] where it is not its place among them, from 1
 */

const SIZE = 8;

/**
 * Upright lines with the mark's number at their top: below its neighbour's where that is too near, and left out
 * where there is no room either. Its words stand under the chart.
 * @param {CanvasRenderingContext2D} context
 * @param {{top: number, height: number, left: number, width: number}} area canvas pixels
 * @param {number[]} xs canvas pixels
 * @param {number[]} numbers
 * @param {{colour: string, ground: string, font: string, ratio: number}} pen
 */
export function drawMarks(context, area, xs, numbers, { colour, ground, font, ratio }) {
  context.save();
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const radius = SIZE * ratio;
  const mostRows = Math.max(1, Math.floor(area.height / (2 * radius)));
  /** @type {number[]} where the last circle of each row ends */
  const rows = [];
  for (const [place, x] of xs.entries()) {
    if (x < area.left || x > area.left + area.width) continue;
    const free = rows.findIndex((end) => end < x - radius);
    const row = free < 0 ? rows.length : free;
    context.strokeStyle = colour;
    context.lineWidth = ratio;
    context.setLineDash([3 * ratio, 3 * ratio]);
    context.beginPath();
    context.moveTo(x, area.top);
    context.lineTo(x, area.top + area.height);
    context.stroke();
    if (row >= mostRows) continue;
    rows[row] = x + radius;
    const y = area.top + (2 * row + 1) * radius;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = ground;
    context.fillText(String(numbers[place]), x, y);
  }
  context.restore();
}

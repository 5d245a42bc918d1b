/**
 * @typedef {object} Mark a moment at which something was done
 * @property {number} x @property {string} label @property {number} [number] where it is not its place among them, from 1
 */

const SIZE = 8;

/**
 * Upright lines with the mark's number at their top; its words stand under the chart.
 * @param {CanvasRenderingContext2D} context @param {{top: number, height: number, left: number, width: number}} area canvas pixels
 * @param {number[]} xs canvas pixels @param {number[]} numbers @param {{colour: string, ground: string, font: string, ratio: number}} pen
 */
export function drawMarks(context, area, xs, numbers, { colour, ground, font, ratio }) {
  context.save();
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [place, x] of xs.entries()) {
    if (x < area.left || x > area.left + area.width) continue;
    context.strokeStyle = colour;
    context.lineWidth = ratio;
    context.setLineDash([3 * ratio, 3 * ratio]);
    context.beginPath();
    context.moveTo(x, area.top);
    context.lineTo(x, area.top + area.height);
    context.stroke();
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, area.top + SIZE * ratio, SIZE * ratio, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = ground;
    context.fillText(String(numbers[place]), x, area.top + SIZE * ratio);
  }
  context.restore();
}

import { outline } from './shapes.js';

/**
 * What one line's points are drawn with.
 * @typedef {object} Pen
 * @property {CanvasRenderingContext2D} context
 * @property {string} colour @property {string} ground behind the chart
 * @property {number} ratio canvas pixels of a CSS px
 */

const RADIUS = 4;
// A hatched point is larger: its hatching has to be seen.
const BOUND_RADIUS = 7;
const CAP = 4;

/**
 * @param {Pen} pen @param {import('./looks.js').Look} look
 * @param {{x: number, y: number, least: number | null, greatest: number | null, bound: boolean}} at canvas pixels
 */
export function drawPoint(pen, look, { x, y, least, greatest, bound }) {
  // The line before may be a dashed one.
  pen.context.setLineDash([]);
  if (least !== null && greatest !== null) drawInterval(pen, x, least, greatest);
  if (bound) drawHatched(pen, look.shape ?? 'circle', x, y);
  else if (look.shape) drawShape(pen, look.shape, x, y, look.hollow ?? false);
}

/** @param {Pen} pen @param {import('./looks.js').Shape} shape @param {number} x @param {number} y @param {boolean} hollow */
function drawShape({ context, colour, ground, ratio }, shape, x, y, hollow) {
  const path = new Path2D(outline(shape, x, y, RADIUS * ratio));
  context.lineWidth = 1.5 * ratio;
  context.fillStyle = hollow ? ground : colour;
  context.strokeStyle = hollow ? colour : ground;
  context.fill(path);
  context.stroke(path);
}

/** @param {Pen} pen @param {import('./looks.js').Shape} shape @param {number} x @param {number} y */
function drawHatched({ context, colour, ground, ratio }, shape, x, y) {
  const radius = BOUND_RADIUS * ratio;
  const path = new Path2D(outline(shape, x, y, radius));
  context.fillStyle = ground;
  context.fill(path);
  context.save();
  context.clip(path);
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  for (let across = -2 * radius; across <= 2 * radius; across += 4 * ratio) {
    context.moveTo(x + across - radius, y + radius);
    context.lineTo(x + across + radius, y - radius);
  }
  context.stroke();
  context.restore();
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * ratio;
  context.stroke(path);
}

/** @param {Pen} pen @param {number} x @param {number} least @param {number} greatest */
function drawInterval({ context, colour, ratio }, x, least, greatest) {
  const cap = CAP * ratio;
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  context.moveTo(x, least);
  context.lineTo(x, greatest);
  for (const y of [least, greatest]) {
    context.moveTo(x - cap, y);
    context.lineTo(x + cap, y);
  }
  context.stroke();
}

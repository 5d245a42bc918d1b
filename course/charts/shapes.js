/** @typedef {import('./looks.js').Shape} Shape */

/**
 * Outlines around 0, 0 in a square from -1 to 1, of about the same area.
 * @type {Record<Exclude<Shape, 'circle'>, Array<[number, number]>>}
 */
const CORNERS = {
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  triangle: [
    [0, -1.1],
    [1.05, 0.8],
    [-1.05, 0.8],
  ],
  diamond: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
  cross: [
    [-1, -0.6],
    [-0.6, -1],
    [0, -0.4],
    [0.6, -1],
    [1, -0.6],
    [0.4, 0],
    [1, 0.6],
    [0.6, 1],
    [0, 0.4],
    [-0.6, 1],
    [-1, 0.6],
    [-0.4, 0],
  ],
};

/** @param {Shape} shape @param {number} x @param {number} y @param {number} radius @returns {string} as SVG says a path, which a canvas takes too */
export function outline(shape, x, y, radius) {
  if (shape === 'circle') {
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
  }
  return `M${CORNERS[shape].map(([right, down]) => `${x + right * radius} ${y + down * radius}`).join('L')}Z`;
}

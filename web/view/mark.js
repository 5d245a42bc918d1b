/**
 * What tells the chats apart without a colour: an outline and an initial of their own, on a grid of 32.
 * @type {Record<string, { outline: string, glyph: string }>}
 */
const MARKS = {
  node: { outline: 'M16 1 29 8.500v15L16 31 3 23.500v-15z', glyph: 'M11 22V10l10 12V10' },
  laravel: {
    outline: 'M9 1h14a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8z',
    glyph: 'M12 9.500V22h9',
  },
};
const OTHER = { outline: 'M16 1a15 15 0 0 1 0 30a15 15 0 0 1 0-30z', glyph: 'M9 12h14M9 16h14M9 20h8' };

/**
 * The mark of a server as SVG, for the page and for the icon of its window.
 * @param {string} server its name, as /config gives it
 * @param {{ fill: string, stroke: string }} colours
 * @returns {[name: 'path', attributes: Record<string, string>][]}
 */
export function markOf(server, { fill, stroke }) {
  const { outline, glyph } = Object.hasOwn(MARKS, server) ? MARKS[server] : OTHER;
  const line = { stroke, 'stroke-width': '3', 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' };
  return [
    ['path', { d: outline, fill }],
    ['path', { d: glyph, ...line }],
  ];
}

/** Draws it wherever the page has a place for it. @param {string} server */
export function drawMarks(server) {
  for (const svg of document.querySelectorAll('svg.mark')) {
    const paths = markOf(server, { fill: 'var(--accent)', stroke: 'var(--on-accent)' }).map(([name, attributes]) => {
      const path = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) path.setAttribute(key, value);
      return path;
    });
    svg.replaceChildren(...paths);
  }
}

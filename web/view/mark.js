import { html } from './lit.js';

/**
 * The marks also differ in outline and initial, for users who see no colour. Outlines are on a grid of 32.
 * @type {Record<string, { outline: string, initial: string }>}
 */
const MARKS = {
  node: { outline: 'M16 1 29 8.500v15L16 31 3 23.500v-15z', initial: 'M11 22V10l10 12V10' },
  laravel: {
    outline: 'M9 1h14a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8z',
    initial: 'M12 9.500V22h9',
  },
};
const OTHER = { outline: 'M16 1a15 15 0 0 1 0 30a15 15 0 0 1 0-30z', initial: 'M9 12h14M9 16h14M9 20h8' };

/** @param {string} server the server's name in /config */
const markOf = (server) => (Object.hasOwn(MARKS, server) ? MARKS[server] : OTHER);

/** Draws a server's mark on the page. @param {string} server */
export function mark(server) {
  const { outline, initial } = markOf(server);
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d=${outline} />
    <path class="mark-initial" d=${initial} />
  </svg>`;
}

/** Makes the window's icon. @param {string} server @param {string} colour @returns {string} a data: URL */
export function icon(server, colour) {
  const { outline, initial } = markOf(server);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${outline}" fill="${colour}"/>` +
    `<path d="${initial}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>` +
    '</svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

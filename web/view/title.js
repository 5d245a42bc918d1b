import { element } from './element.js';
import { markOf } from './mark.js';

/**
 * The window's title and icon, which say how many messages were not seen.
 * @param {import('../chat/types.js').Config} server
 */
export function createTitle({ name, title, accent }) {
  const icon = /** @type {HTMLLinkElement} */ (/** @type {unknown} */ (element('icon')));

  /** @param {number} unread */
  function show(unread) {
    document.title = unread ? `(${unread > 999 ? '999+' : unread}) ${title}` : title;
    icon.href = drawIcon(name, accent.light, unread > 0);
  }

  show(0);
  return { show };
}

/** @param {string} server @param {string} colour @param {boolean} dot */
function drawIcon(server, colour, dot) {
  const mark = markOf(server, { fill: colour, stroke: '#fff' }).map(([name, attributes]) => {
    const written = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
    return `<${name} ${written.join(' ')}/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark.join('')}` +
    (dot ? '<circle cx="25" cy="7" r="6" fill="#f5b301" stroke="#fff" stroke-width="2"/>' : '') +
    '</svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

import { element } from './element.js';

/**
 * The window's title and icon, which say how many messages were not seen.
 * @param {import('../chat/types.js').Config['server']} server
 */
export function createTitle({ title, accent }) {
  const icon = /** @type {HTMLLinkElement} */ (/** @type {unknown} */ (element('icon')));

  /** @param {number} unread */
  function show(unread) {
    document.title = unread ? `(${unread > 999 ? '999+' : unread}) ${title}` : title;
    icon.href = drawIcon(accent.light, unread > 0);
  }

  show(0);
  return { show };
}

/** @param {string} colour @param {boolean} dot */
function drawIcon(colour, dot) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/>` +
    '<path d="M8 11h16M8 16h16M8 21h9" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/>' +
    (dot ? '<circle cx="25" cy="7" r="6" fill="#f5b301" stroke="#fff" stroke-width="2"/>' : '') +
    '</svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

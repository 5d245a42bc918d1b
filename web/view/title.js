import { icon } from './mark.js';

/**
 * The window's title and icon, which show the number of unseen messages.
 * @param {import('../chat/types.js').Config} server
 * @returns {(unread: number) => void}
 */
export function createTitle({ name, title, accent }) {
  /** @param {number} unread */
  function show(unread) {
    document.title = unread ? `(${unread > 999 ? '999+' : unread}) ${title}` : title;
    document.getElementById('icon')?.setAttribute('href', icon(name, accent.light, unread > 0));
  }

  show(0);
  return show;
}

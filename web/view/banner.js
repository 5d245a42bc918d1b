import { element } from './element.js';

/** Breaks shorter than this are not worth a word. */
const PATIENCE_MS = 800;

/**
 * Says that the connection is lost, and when it is back.
 * @param {() => void} reconnect
 */
export function createBanner(reconnect) {
  const banner = element('banner');
  const text = element('banner-text');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shown = false;

  function show() {
    shown = true;
    text.textContent = navigator.onLine
      ? 'Connection lost, reconnecting. What you write is sent when it is back.'
      : 'You are offline. What you write is sent when you are back.';
    banner.hidden = false;
  }

  const retry = element('banner-retry');
  retry.addEventListener('click', reconnect);

  return {
    /** @param {import('../chat/chat.js').Connection} connection */
    tell(connection) {
      clearTimeout(timer);
      element('chat').dataset.connection = connection;
      element('connection').textContent = connection === 'connecting' ? 'Connecting…' : '';
      if (connection === 'lost') timer = setTimeout(show, PATIENCE_MS);
      if (connection !== 'joined') return;
      banner.hidden = true;
      element('announce').textContent = shown ? 'Connected again.' : '';
      shown = false;
    },
    stop() {
      clearTimeout(timer);
      banner.hidden = true;
      retry.removeEventListener('click', reconnect);
    },
  };
}

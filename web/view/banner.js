import { element } from './element.js';

/** Breaks shorter than this are not worth a word. */
const PATIENCE_MS = 800;
/** @type {Record<string, string>} by code, where a person can do more than wait */
const REFUSALS = {
  too_many_connections: 'You have too many windows of this chat open. Close some of them: this one tries again.',
};

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
  /** What the server said when it let nobody in. */
  let refusal = '';

  function show() {
    shown = true;
    if (!navigator.onLine) text.textContent = 'You are offline. What you write is sent when you are back.';
    else text.textContent = refusal || 'Connection lost, reconnecting. What you write is sent when it is back.';
    banner.hidden = false;
  }

  const retry = element('banner-retry');
  retry.addEventListener('click', reconnect);

  return {
    /** @param {import('../chat/chat.js').Connection} connection @param {import('../chat/chatError.js').ChatError} [refused] */
    tell(connection, refused) {
      clearTimeout(timer);
      refusal = connection === 'lost' && refused ? (REFUSALS[refused.code] ?? refused.message) : '';
      element('chat').dataset.connection = connection;
      element('connection').textContent = connection === 'connecting' ? 'Connecting…' : '';
      if (connection === 'lost') timer = setTimeout(show, PATIENCE_MS);
      if (connection !== 'joined') return;
      text.textContent = '';
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

import { html, nothing } from './lit.js';

/** Shorter breaks are not shown. */
const PATIENCE_MS = 800;
/** @type {Record<string, string>} by code: refusals after which a user can do more than wait */
const REFUSALS = {
  too_many_connections: 'You have too many windows of this chat open. Close some of them: this one tries again.',
};

/**
 * Says that the connection is lost, and when it is back.
 * @param {object} parts
 * @param {() => void} parts.reconnect
 * @param {() => void} parts.drawSoon
 * @param {(words: string) => void} parts.announce
 */
export function createBanner({ reconnect, drawSoon, announce }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shown = false;
  /** The server's reason for a refusal. */
  let refusal = '';

  function words() {
    if (!navigator.onLine) return 'You are offline. What you write is sent when you are back.';
    return refusal || 'Connection lost, reconnecting. What you write is sent when it is back.';
  }

  function appear() {
    shown = true;
    drawSoon();
  }

  return {
    /**
     * @param {import('../chat/chat.js').Connection} connection
     * @param {import('../chat/chatError.js').ChatError} [refused]
     */
    tell(connection, refused) {
      clearTimeout(timer);
      refusal = connection === 'lost' && refused ? (REFUSALS[refused.code] ?? refused.message) : '';
      if (connection === 'lost') timer = setTimeout(appear, PATIENCE_MS);
      if (connection !== 'joined') return;
      announce(shown ? 'Connected again.' : '');
      shown = false;
    },
    template: () => html`
      <div id="banner" class="banner" role="status" ?hidden=${!shown}>
        <span id="banner-text">${shown ? words() : nothing}</span>
        <button id="banner-retry" type="button" class="link" @click=${reconnect}>Try now</button>
      </div>
    `,
    stop: () => clearTimeout(timer),
  };
}

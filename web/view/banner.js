import { html, nothing } from './lit.js';

/** @import { Connection } from '../chat/chat.js' */

/** The banner does not show shorter breaks. */
const PATIENCE_MS = 800;

/** Shows that the connection is lost. @param {() => void} reconnect @param {() => void} drawSoon */
export function createBanner(reconnect, drawSoon) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shown = false;

  function words() {
    if (!navigator.onLine) return 'You are offline. What you write is sent when you are back.';
    return 'Connection lost, reconnecting. What you write is sent when it is back.';
  }

  function appear() {
    shown = true;
    drawSoon();
  }

  return {
    /** @param {Connection} connection */
    tell(connection) {
      clearTimeout(timer);
      if (connection === 'lost') timer = setTimeout(appear, PATIENCE_MS);
      else shown = false;
    },
    template: () => html`
      <div id="banner" class="banner" role="status" ?hidden=${!shown}>
        <span id="banner-text">${shown ? words() : nothing}</span>
        <button id="banner-retry" type="button" class="link" @click=${reconnect}>Try now</button>
      </div>
    `,
  };
}

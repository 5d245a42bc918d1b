import { createApi } from './chat/api.js';
import { openChatScreen } from './view/chatScreen.js';
import { html, nothing, render } from './view/lit.js';
import { openLoginScreen } from './view/loginScreen.js';
import { createSound } from './view/sound.js';
import { createTitle } from './view/title.js';

/** One adapter per wire; everything else on this page is the same for every server. */
const TRANSPORTS = {
  'socket.io': () => import('./transport/socketio.js'),
  pusher: () => import('./transport/pusher.js'),
};

const api = createApi();

/** @param {unknown} template of the whole page */
const show = (template) => render(template, document.body);

/** @param {unknown} [error] */
const starting = (error) => html`
  <div class="starting">
    <p role="status">${error instanceof Error ? error.message : 'Opening the chat…'}</p>
    ${error ? html`<button type="button" class="button" @click=${start}>Try again</button>` : nothing}
  </div>
`;

/** Asks for the server's configuration and the session's user, then shows the login form or the chat. */
async function start() {
  show(starting());
  try {
    const config = await api.config();
    const [{ createTransport }, me] = await Promise.all([TRANSPORTS[config.wire](), whoAmI()]);
    run(config, createTransport, me);
  } catch (error) {
    show(starting(error));
  }
}

/** @returns {Promise<import('./chat/types.js').User | null>} */
async function whoAmI() {
  try {
    return await api.me();
  } catch (error) {
    if (/** @type {any} */ (error).code === 'not_logged_in') return null;
    throw error;
  }
}

/**
 * @param {import('./chat/types.js').Config} config
 * @param {import('./chat/types.js').CreateTransport} createTransport
 * @param {import('./chat/types.js').User | null} me
 */
function run(config, createTransport, me) {
  document.documentElement.style.setProperty('--accent-light', config.accent.light);
  document.documentElement.style.setProperty('--accent-dark', config.accent.dark);
  const title = createTitle(config);
  const sound = createSound();

  /** @param {import('./chat/types.js').User} user */
  const enter = (user) =>
    openChatScreen({
      ...{ config, me: user, api, createTransport, title, sound, show },
      ended: (note) => logIn(note, user.name),
    });
  /** @param {string} [note] @param {string} [name] */
  const logIn = (note, name) => openLoginScreen({ config, logIn: api.logIn, entered: enter, show, note, name });

  if (me) enter(me);
  else logIn();
}

start();

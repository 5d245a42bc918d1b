import { api } from './chat/api.js';
import { openChatScreen } from './view/chatScreen.js';
import { html, nothing, render } from './view/lit.js';
import { openLoginScreen } from './view/loginScreen.js';
import { icon } from './view/mark.js';
import { createSound } from './view/sound.js';

/** @import { Config, CreateTransport, User } from './chat/types.js' */

/** One adapter per wire; everything else on this page is the same for every server. */
const TRANSPORTS = {
  'socket.io': () => import('./transport/socketIo.js'),
  pusher: () => import('./transport/pusher.js'),
};

/** @param {unknown} template the whole page's */
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

/** @returns {Promise<User | null>} */
async function whoAmI() {
  try {
    return await api.me();
  } catch (error) {
    if (/** @type {any} */ (error).code === 'not_logged_in') return null;
    throw error;
  }
}

/** @param {Config} config @param {CreateTransport} createTransport @param {User | null} me */
function run(config, createTransport, me) {
  const { name, title, accent } = config;
  document.documentElement.style.setProperty('--accent-light', accent.light);
  document.documentElement.style.setProperty('--accent-dark', accent.dark);
  document.title = title;
  document.getElementById('icon')?.setAttribute('href', icon(name, accent.light));
  const playSound = createSound();

  /** @param {User} user */
  function enter(user) {
    const ended = (/** @type {string | undefined} */ note) => logIn(note, user.name);
    openChatScreen({ config, me: user, api, createTransport, playSound, show, ended });
  }
  /** @param {string} [note] @param {string} [lastName] */
  const logIn = (note, lastName) =>
    openLoginScreen({ config, logIn: api.logIn, entered: enter, show, note, name: lastName });

  if (me) enter(me);
  else logIn();
}

start();

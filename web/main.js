import { createApi } from './chat/api.js';
import { element } from './view/element.js';
import { createLoginForm } from './view/loginForm.js';
import { openChatScreen } from './view/chatScreen.js';
import { drawMarks } from './view/mark.js';
import { createMute } from './view/mute.js';
import { createSound } from './view/sound.js';
import { createTheme } from './view/theme.js';
import { createTitle } from './view/title.js';

/** One adapter per wire; all else on this page is the same for every server. */
const TRANSPORTS = {
  'socket.io': () => import('./transport/socketio.js'),
  pusher: () => import('./transport/pusher.js'),
};

const api = createApi();
const starting = element('starting');

/** Learns what server this is and who is there, then shows the login form or the chat. */
async function start() {
  starting.hidden = false;
  delete starting.dataset.broken;
  element('starting-retry').hidden = true;
  element('starting-text').textContent = 'Opening the chat…';
  try {
    const config = await api.config();
    const [{ createTransport }, me] = await Promise.all([TRANSPORTS[config.wire](), whoAmI()]);
    starting.hidden = true;
    run(config, createTransport, me);
  } catch (error) {
    starting.dataset.broken = '';
    element('starting-text').textContent = error instanceof Error ? error.message : String(error);
    element('starting-retry').hidden = false;
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
  document.documentElement.dataset.server = config.name;
  element('title').textContent = config.title;
  element('login-title').textContent = config.title;
  drawMarks(config.name);
  const title = createTitle(config);
  const sound = createSound();
  const mute = createMute();
  createTheme();

  const login = createLoginForm({
    logIn: api.logIn,
    entered: enter,
    asksJoinCode: config.features.includes('joinCode'),
  });

  /** @param {import('./chat/types.js').User} user */
  function enter(user) {
    login.hide();
    openChatScreen({ config, me: user, api, createTransport, title, sound, mute, ended: login.show });
  }

  if (me) enter(me);
  else login.show();
}

element('starting-retry').addEventListener('click', start);
start();
